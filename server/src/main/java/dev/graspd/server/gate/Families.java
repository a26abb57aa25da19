package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.server.charge.ByteBudget;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The families as they are now, each read from the store when it is asked for and kept until the
 * log tells of a change. Those who ask for one family at the same time wait for one reading.
 * Thread-safe.
 */
final class Families {
  private static final int TAIL_RECORDS = 1_000;

  /** How often somebody waits for a reading that others began before reading for themself. */
  private static final int JOINS_MAX = 2;

  private final EventStore events;
  private final FamilyReader reader;
  private final KeptFamilies kept;
  private final Map<Identifier, UnderWay> underWay = new HashMap<>();
  private final AtomicBoolean follows = new AtomicBoolean();
  private volatile long seenSeq;

  Families(EventStore events, FamilyReader reader, ByteBudget budget) {
    this.events = events;
    this.reader = reader;
    this.kept = new KeptFamilies(budget);
    this.seenSeq = events.lastSeq();
  }

  /** A reading that goes on, and what has changed since it began. */
  private static final class UnderWay {
    private final CompletableFuture<Family> result = new CompletableFuture<>();
    private final Set<EventId> touched = new HashSet<>();
    private boolean outdated;

    /** Whether what was read may lack a change that the log, or the gate, has told of. */
    private boolean lacks(Family family) {
      return outdated || !Collections.disjoint(touched, family.basis().keySet());
    }
  }

  /** What to do about a family that is not at hand. */
  private record Next(UnderWay reading, boolean isOwn) {}

  /** Returns a family as it is now. May read the store. */
  Family of(Identifier identifier) {
    for (int joins = 0; ; joins++) {
      followLog();
      Optional<Family> atHand = current(identifier);
      if (atHand.isPresent()) {
        return atHand.get();
      }
      Next next = next(identifier, joins < JOINS_MAX);
      Family family = next.isOwn ? read(identifier, next.reading) : joined(next.reading);
      if (next.isOwn || holds(next.reading, family)) {
        return family;
      }
    }
  }

  /**
   * Returns a family that is at hand as it is now; empty if it must be read, or if the log has
   * records that were not followed yet. Reads nothing: for event loops.
   */
  Optional<Family> cached(Identifier identifier) {
    return seenSeq >= events.lastSeq() ? current(identifier) : Optional.empty();
  }

  /**
   * Returns whether, as far as is known without reading, an author's announcement of an identifier
   * is served. For matters of order, where a view of some moments ago is good enough.
   */
  boolean isKnownOwner(Identifier identifier, PublicKey author) {
    return kept.find(identifier)
        .flatMap(view -> view.family().announcementOf(author))
        .filter(own -> own.standing() == Standing.SERVED)
        .isPresent();
  }

  private Optional<Family> current(Identifier identifier) {
    return kept.find(identifier).filter(FamilyView::isCurrent).map(FamilyView::family);
  }

  // ---- reading

  /** Joins a reading since whose beginning nothing has changed, or begins another one. */
  private synchronized Next next(Identifier identifier, boolean mayJoin) {
    UnderWay begun = underWay.get(identifier);
    if (begun != null && !begun.outdated && mayJoin) {
      return new Next(begun, false);
    }
    if (begun != null) {
      // It hears of no changes from now on.
      begun.outdated = true;
    }
    UnderWay own = new UnderWay();
    underWay.put(identifier, own);
    return new Next(own, true);
  }

  private static Family joined(UnderWay reading) {
    try {
      return reading.result.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private synchronized boolean holds(UnderWay reading, Family family) {
    return !reading.lacks(family);
  }

  private Family read(Identifier identifier, UnderWay reading) {
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
        underWay.remove(identifier, reading);
      }
    }
  }

  /**
   * Keeps what was read. If something changed meanwhile, it may or may not be in it: then it is
   * kept for what it knows of events, and the next one who asks reads again.
   */
  private synchronized void ended(UnderWay reading, FamilyView view) {
    boolean isLatest = underWay.remove(view.identifier(), reading);
    if (reading.lacks(view.family())) {
      view.outdate();
    }
    if (isLatest) {
      kept.put(view);
    }
  }

  // ---- changes

  /** Follows the log after each commit, so that views at hand are known to be current. */
  void keepUp(Executor executor) {
    events.onCommit(() -> {
      if (follows.compareAndSet(false, true)) {
        try {
          executor.execute(this::followOnce);
        } catch (RejectedExecutionException e) {
          // The server stops: nobody asks any more.
          follows.set(false);
        }
      }
    });
  }

  private void followOnce() {
    follows.set(false);
    followLog();
  }

  private void followLog() {
    if (seenSeq < events.lastSeq()) {
      followLogToItsEnd();
    }
  }

  private synchronized void followLogToItsEnd() {
    long last = events.lastSeq();
    List<LogRecord> records = events.tail(seenSeq, TAIL_RECORDS);
    while (!records.isEmpty()) {
      records.forEach(this::note);
      seenSeq = records.getLast().seq();
      records = events.tail(seenSeq, TAIL_RECORDS);
    }
    // The last records may have left the log again.
    seenSeq = Math.max(seenSeq, last);
  }

  private void note(LogRecord record) {
    switch (record) {
      case LogRecord.Stored(_, var event) -> note(event);
      case LogRecord.Held(_, var event) -> note(event);
      case LogRecord.Released(_, var event) -> note(event);
      case LogRecord.RefsMoved(_, var repository) -> changed(repository.identifier());
      case LogRecord.Removed(_, var id, _, _, _, _) -> touched(id);
    }
  }

  private void note(Event event) {
    touched(event.id());
    if (event.kind() == Kinds.ANNOUNCEMENT || event.kind() == Kinds.REPO_STATE) {
      event.tag("d").flatMap(tag -> Identifier.parse(tag.value())).ifPresent(this::changed);
    }
  }

  private void touched(EventId id) {
    kept.homeOf(id).ifPresent(FamilyView::outdate);
    underWay.values().forEach(reading -> reading.touched.add(id));
  }

  /** Outdates a family, also when only its waits have changed: the log does not tell of those. */
  synchronized void changed(Identifier identifier) {
    kept.find(identifier).ifPresent(FamilyView::outdate);
    UnderWay reading = underWay.get(identifier);
    if (reading != null) {
      reading.outdated = true;
    }
  }
}
