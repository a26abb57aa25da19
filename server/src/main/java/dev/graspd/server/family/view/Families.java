package dev.graspd.server.family.view;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.server.base.LogTail;
import dev.graspd.server.charge.ByteBudget;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The current views of families. A view is read from the store on demand and kept until the log
 * reports a change. Callers that need the same family at the same time share one reading.
 * Thread-safe.
 */
public final class Families {
  /** How often a caller waits for a reading of others before it reads itself. */
  private static final int JOINS_MAX = 2;

  private final EventStore events;
  private final FamilyReader reader;
  private final KeptFamilies kept;
  private final Map<Identifier, PendingReading> pending = new HashMap<>();
  private final AtomicBoolean follows = new AtomicBoolean();
  private final LogTail log;

  public Families(EventStore events, FamilyReader reader, ByteBudget budget) {
    this.events = events;
    this.reader = reader;
    this.kept = new KeptFamilies(budget);
    this.log = LogTail.ofNew(events);
  }

  /** A reading in progress, and the changes since it began. */
  private static final class PendingReading {
    private final CompletableFuture<Family> result = new CompletableFuture<>();
    private final Set<EventId> touched = new HashSet<>();
    private boolean outdated;

    /** Whether the read family may lack a change. */
    private boolean lacks(Family family) {
      return outdated || !Collections.disjoint(touched, family.basis().keySet());
    }
  }

  /** The reading to join or to do. */
  private record Next(PendingReading reading, boolean isOwn) {}

  /** Returns a family. May read the store. */
  public Family of(Identifier identifier) {
    for (int joins = 0; ; joins++) {
      followLog();
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
    if (begun != null && !begun.outdated && mayJoin) {
      return new Next(begun, false);
    }
    if (begun != null) {
      // It learns of no further changes.
      begun.outdated = true;
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
    if (reading.lacks(view.family())) {
      view.outdate(Long.MAX_VALUE);
    }
    if (isLatest) {
      kept.put(view);
    }
  }

  // ---- changes

  /** Follows the log after each commit, so that {@link #cached} finds current views. */
  public void keepUp(Executor executor) {
    events.onCommit(() -> {
      if (follows.compareAndSet(false, true)) {
        try {
          executor.execute(() -> {
            follows.set(false);
            followLog();
          });
        } catch (RejectedExecutionException e) {
          // The server stops.
          follows.set(false);
        }
      }
    });
  }

  private void followLog() {
    if (!log.isAtEnd()) {
      synchronized (this) {
        log.read(this::note);
      }
    }
  }

  private void note(LogRecord record) {
    switch (record) {
      case LogRecord.Stored(var seq, var event) -> note(event, seq);
      case LogRecord.Held(var seq, var event) -> note(event, seq);
      case LogRecord.Released(var seq, var event) -> note(event, seq);
      case LogRecord.RefsMoved(var seq, var repository) -> changed(repository.identifier(), seq);
      case LogRecord.Removed(var seq, var id, _, _, _, _) -> touched(id, seq);
    }
  }

  private void note(Event event, long seq) {
    touched(event.id(), seq);
    if (event.kind() == Kinds.ANNOUNCEMENT || event.kind() == Kinds.REPO_STATE) {
      event
          .tag("d")
          .flatMap(tag -> Identifier.parse(tag.value()))
          .ifPresent(identifier -> changed(identifier, seq));
    }
  }

  private void touched(EventId id, long seq) {
    kept.homeOf(id).ifPresent(view -> view.outdate(seq));
    pending.values().forEach(reading -> reading.touched.add(id));
  }

  /** Outdates a family, also when only its waits have changed, which the log does not report. */
  public synchronized void changed(Identifier identifier) {
    changed(identifier, Long.MAX_VALUE);
  }

  private synchronized void changed(Identifier identifier, long seq) {
    kept.find(identifier).ifPresent(view -> view.outdate(seq));
    PendingReading reading = pending.get(identifier);
    if (reading != null) {
      reading.outdated = true;
    }
  }

  /**
   * Takes over a change that is on disk, so that the family need not be read again. Called in its
   * lane: up to the change's last record nothing else can have changed what it was decided on.
   *
   * @param seq the last record of the log that the change wrote
   */
  public synchronized void changed(Family basis, Family after, long seq) {
    Identifier identifier = basis.identifier();
    Optional<FamilyReader.Reading> earlier =
        kept.find(identifier)
            .filter(view -> view.shows(basis) && view.isCurrentBut(seq))
            .map(FamilyView::reading);
    changed(identifier);
    earlier
        .flatMap(reading -> reader.changed(reading, after))
        .ifPresent(reading -> kept.put(new FamilyView(reading, seq)));
  }
}
