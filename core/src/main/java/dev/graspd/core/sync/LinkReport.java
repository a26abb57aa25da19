package dev.graspd.core.sync;

import dev.graspd.core.nostr.EventId;

/** What the sync machine hears of a connection. */
public sealed interface LinkReport {
  /** All of a batch is here. */
  record BatchDone(long batch) implements LinkReport {}

  /** A part of a batch could not be had. */
  record BatchFailed(long batch, String why) implements LinkReport {}

  /** It told us to slow down; nothing new is sent until {@link LinkInput.Resume}. */
  record RateLimited(String text) implements LinkReport {}

  /** It refuses announcements and states for reasons of its own: it is of no use. */
  record Refused(String text) implements LinkReport {}

  /**
   * It refuses some layers for reasons of its own.
   *
   * @param step 1: they are asked for with kinds; 2: they are left out
   */
  record LayerRefused(LayerGroup group, int step, String text) implements LinkReport {}

  /**
   * A message of ours was too long for it, so that it ends the connection.
   *
   * @param messageBytes what we kept to
   */
  record MessageTooLong(int messageBytes) implements LinkReport {}

  /** It lies or floods. */
  record Misbehaved(String text) implements LinkReport {}

  /** Whether it speaks NIP-77, seen and not claimed. */
  record Negentropy(boolean works) implements LinkReport {}

  /** Everything published up to this time was heard or fetched, in calendar seconds. */
  record CaughtUp(long untilSeconds) implements LinkReport {}

  /** Live delivery failed: history brought an event that live should have. */
  record GapEvent(EventId id, EventSource source) implements LinkReport {}

  /** It lacks events that we have. */
  record Lacks(int events) implements LinkReport {}

  /** Events of one second may have been left out: a whole page was of that second. */
  record PossibleGap() implements LinkReport {}

  /** How many requests are open now, live ones and others. */
  record Load(int live, int passing) implements LinkReport {}
}
