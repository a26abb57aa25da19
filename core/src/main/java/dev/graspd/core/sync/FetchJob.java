package dev.graspd.core.sync;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Asks for events by id. It is over when each has come, or twice has not. */
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

  /** Returns whether it was asked for before. */
  boolean isAgain() {
    return again;
  }

  SortedSet<EventId> missing() {
    return missing;
  }

  void submitted() {
    unjudged++;
  }

  /** A copy that somebody made up does not count: the real event may still come. */
  void judged(EventId id, Outcome outcome) {
    unjudged--;
    if (outcome != Outcome.FORGED) {
      missing.remove(id);
    }
  }

  void eose() {
    eose = true;
  }

  /** Nothing more follows from it. */
  void giveUp() {
    givenUp = true;
  }

  boolean isOver() {
    return eose && unjudged == 0 && !givenUp;
  }
}
