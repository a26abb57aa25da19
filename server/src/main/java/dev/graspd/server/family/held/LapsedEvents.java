package dev.graspd.server.family.held;

import dev.graspd.core.nostr.EventId;

/** Held events that have lapsed and are only remembered (purgatory.md, section 3). */
public interface LapsedEvents {
  boolean isLapsed(EventId id);

  /** The daily sync has seen an event on another relay: it waits again, at most once a day. */
  void seenByDailySync(EventId id);
}
