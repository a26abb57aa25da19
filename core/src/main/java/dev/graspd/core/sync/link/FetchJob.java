package dev.graspd.core.sync.link;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.sync.SyncOutcome;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Asks for events by id. It ends when each of them has arrived, or is missing after two requests.
 */
final class FetchJob extends Job {
  /** Ids of one request. */
  static final int IDS_MAX = 300;

  private final SortedSet<EventId> missing;
  private final Filter filter;
  private final boolean again;
  private int unjudged;
  private boolean eose;
  private boolean givenUp;

  FetchJob(Batch batch, SortedSet<EventId> ids, boolean again) {
    super(batch, Optional.empty());
    this.missing = new TreeSet<>(ids);
    this.filter = Filter.builder().ids(ids).build();
    this.again = again;
  }

  Filter request() {
    return filter;
  }

  @Override
  boolean asksFor(Event event) {
    return filter.matches(event);
  }

  /** Returns whether this job requested it before. */
  boolean isAgain() {
    return again;
  }

  SortedSet<EventId> missing() {
    return missing;
  }

  void submitted() {
    unjudged++;
  }

  /** A forged copy does not count: the real event may still arrive. */
  void judged(EventId id, SyncOutcome outcome) {
    unjudged--;
    if (outcome != SyncOutcome.FORGED) {
      missing.remove(id);
    }
  }

  void eose() {
    eose = true;
  }

  /** The job ends. */
  void giveUp() {
    givenUp = true;
  }

  boolean isOver() {
    return eose && unjudged == 0 && !givenUp;
  }
}
