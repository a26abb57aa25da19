package dev.graspd.server.family.view;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.store.blocking.Blocking;
import dev.graspd.server.base.EventLoops;
import dev.graspd.server.charge.ByteBudget;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The current views of families. A view is read from the store on demand and kept until the log
 * reports a newer version. Callers that need the same family at the same time share one reading.
 * Thread-safe.
 */
public final class Families implements FamilyLog.Listener {
  /** How often a caller waits for a reading of others before it reads itself. */
  private static final int JOINS_MAX = 2;

  private final FamilyReader reader;
  private final KeptFamilies kept;
  private final Map<Identifier, PendingReading> pending = new HashMap<>();
  private final FamilyLog log;

  public Families(FamilyLog log, FamilyReader reader, ByteBudget budget) {
    this.log = log;
    this.reader = reader;
    this.kept = new KeptFamilies(budget);
    log.add(this);
  }

  /** A reading in progress, and the newest version that the log has reported since it began. */
  private static final class PendingReading {
    private final CompletableFuture<Family> result = new CompletableFuture<>();
    private long reported = Long.MIN_VALUE;

    /** Whether the read family may lack a change. */
    private boolean lacks(Family family) {
      return family.version() < reported;
    }
  }

  /** The reading to join or to do. */
  private record Next(PendingReading reading, boolean isOwn) {}

  /**
   * Returns a family. May read the store. All other memory of the family is as new as the view, or
   * newer. A decision on both reads the family first, and a transaction that compares its version
   * refuses a decision on something newer.
   */
  @Blocking
  public Family of(Identifier identifier) {
    EventLoops.requireElsewhere();
    Family family = found(identifier);
    // Another process may have changed it after this one has followed the log.
    log.keepUpTo(family.version());
    return family;
  }

  /** Follows the log to its end: from now on memory has all that is acknowledged by now. */
  void keepUp() {
    log.keepUp();
  }

  private Family found(Identifier identifier) {
    for (int joins = 0; ; joins++) {
      log.keepUp();
      Optional<Family> known = current(identifier);
      if (known.isPresent()) {
        return known.get();
      }
      Next next = next(identifier, joins < JOINS_MAX);
      Family family = next.isOwn ? read(identifier, next.reading) : joined(next.reading);
      if (next.isOwn || holds(next.reading, family)) {
        return family;
      }
    }
  }

  /**
   * Returns a family whose view is current; empty if it must be read, or if the log has new
   * records. Reads nothing: for event loops.
   */
  public Optional<Family> cached(Identifier identifier) {
    return log.isAtEnd() ? current(identifier) : Optional.empty();
  }

  /**
   * Returns whether the kept view has a served announcement of an author. For the order of lanes,
   * where a slightly old view is good enough.
   */
  public boolean isKnownOwner(Identifier identifier, PublicKey author) {
    return kept.find(identifier)
        .flatMap(view -> view.family().announcementOf(author))
        .filter(own -> own.standing() == Standing.SERVED)
        .isPresent();
  }

  private Optional<Family> current(Identifier identifier) {
    return kept.find(identifier).filter(FamilyView::isCurrent).map(FamilyView::family);
  }

  // ---- reading

  /** Joins a reading without changes since it began, or begins another one. */
  private synchronized Next next(Identifier identifier, boolean mayJoin) {
    PendingReading begun = pending.get(identifier);
    if (begun != null && begun.reported == Long.MIN_VALUE && mayJoin) {
      return new Next(begun, false);
    }
    if (begun != null) {
      // It learns of no further changes.
      begun.reported = Long.MAX_VALUE;
    }
    PendingReading own = new PendingReading();
    pending.put(identifier, own);
    return new Next(own, true);
  }

  private static Family joined(PendingReading reading) {
    try {
      return reading.result.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private synchronized boolean holds(PendingReading reading, Family family) {
    return !reading.lacks(family);
  }

  private Family read(Identifier identifier, PendingReading reading) {
    try {
      // Another reading may have ended after this caller looked, and before it began its own.
      Optional<Family> meanwhile = current(identifier);
      if (meanwhile.isPresent()) {
        reading.result.complete(meanwhile.get());
        return meanwhile.get();
      }
      Optional<FamilyReader.Reading> earlier = kept.find(identifier).map(FamilyView::reading);
      FamilyView view = new FamilyView(reader.read(identifier, earlier));
      ended(reading, view);
      reading.result.complete(view.family());
      return view.family();
    } catch (RuntimeException | Error e) {
      reading.result.completeExceptionally(e);
      throw e;
    } finally {
      synchronized (this) {
        pending.remove(identifier, reading);
      }
    }
  }

  /**
   * Keeps a view. If something changed meanwhile, the view is kept only for its known events, and
   * the next caller reads again.
   */
  private synchronized void ended(PendingReading reading, FamilyView view) {
    boolean isLatest = pending.remove(view.identifier(), reading);
    view.outdate(reading.reported);
    boolean isNewer =
        kept.find(view.identifier())
            .filter(other -> other.family().version() > view.family().version())
            .isEmpty();
    if (isLatest && isNewer) {
      kept.put(view);
    }
  }

  // ---- changes

  @Override
  public synchronized void changed(Identifier identifier, long version) {
    kept.find(identifier).ifPresent(view -> view.outdate(version));
    PendingReading reading = pending.get(identifier);
    if (reading != null) {
      reading.reported = Math.max(reading.reported, version);
    }
  }

  /**
   * Takes a version of a family that follows from the one before, so that it need not be read.
   *
   * @param basis the family before, as it was given out here
   * @param after the family of the next version
   */
  public synchronized void offer(Family basis, Family after) {
    kept.find(basis.identifier())
        .filter(view -> view.shows(basis))
        .ifPresent(view ->
            reader
                .changed(view.reading(), after)
                .map(FamilyView::new)
                .ifPresent(next -> {
                  next.outdate(view.newest());
                  kept.put(next);
                }));
  }
}
