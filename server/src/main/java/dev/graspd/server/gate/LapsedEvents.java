package dev.graspd.server.gate;

import dev.graspd.core.nostr.EventId;

/** Held events whose time is over and that are only remembered (purgatory.md, section 3). */
public interface LapsedEvents {
  boolean isLapsed(EventId id);

  /** A daily comparison has seen it on another relay: it waits again, at most once a day. */
  void seenByDailySync(EventId id);
}
