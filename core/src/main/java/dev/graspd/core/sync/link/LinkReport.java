package dev.graspd.core.sync.link;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.filter.LayerGroup;

/** A report of a connection to the sync machine. */
public sealed interface LinkReport {
  /** All of a batch is here. */
  record BatchDone(long batch) implements LinkReport {}

  /** A part of a batch could not be fetched. */
  record BatchFailed(long batch, String why) implements LinkReport {}

  /** It told us to slow down; we send no request until {@link LinkInput.Resume}. */
  record RateLimited(String text) implements LinkReport {}

  /** It refuses announcements and states by its own policy: it is useless to us. */
  record Refused(String text) implements LinkReport {}

  /**
   * It refuses some layers by its own policy.
   *
   * @param step 1: we request them with kinds; 2: we leave them out
   */
  record LayerRefused(LayerGroup group, int step, String text) implements LinkReport {}

  /**
   * It ends the connection because our message was too long.
   *
   * @param messageBytes our own limit at that time
   */
  record MessageTooLong(int messageBytes) implements LinkReport {}

  /** It forges events, or sends far more than we requested. */
  record Misbehaved(String text) implements LinkReport {}

  /** Whether NIP-77 works with it, as observed. */
  record Negentropy(boolean works) implements LinkReport {}

  /** We have received everything published up to this time, in calendar seconds. */
  record CaughtUp(long untilSeconds) implements LinkReport {}

  /** History brought an event that live delivery should have brought. */
  record GapEvent(EventId id, EventSource source) implements LinkReport {}

  /** It lacks events that we have. */
  record Lacks(int events) implements LinkReport {}

  /** We may have missed events of one second: a whole page was of that second. */
  record PossibleGap() implements LinkReport {}

  /** How many requests are open now, live ones and others. */
  record Load(int live, int passing) implements LinkReport {}
}
