package dev.graspd.core.sync.link;

import dev.graspd.core.negentropy.ItemSet;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.message.FromRelay;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.core.sync.filter.LayerGroup;
import dev.graspd.core.sync.filter.SyncItem;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;

/** The inputs of the machine of one connection. */
public sealed interface LinkInput {
  // ---- by the sync machine

  /**
   * What earlier connections have shown of the relay; always the first input.
   *
   * @param messageBytes the longest message that it takes; empty if unknown
   * @param refused the steps of the layers that it refused
   */
  record Learned(OptionalInt messageBytes, SortedMap<LayerGroup, Integer> refused)
      implements LinkInput {}

  /** Request layers again that the relay refused. */
  record AskForAll() implements LinkInput {}

  /** Subscribe to the events of these items. */
  record Cover(SortedSet<SyncItem> items) implements LinkInput {}

  /** End the subscriptions for these items, and stop fetching them. */
  record Uncover(SortedSet<SyncItem> items) implements LinkInput {}

  /**
   * Fetch the history of these items, and report when it is complete or failed.
   *
   * @param since older events are known to be here; empty: compare everything
   */
  record FetchHistory(long batch, SortedSet<SyncItem> items, OptionalLong since, EventSource source)
      implements LinkInput {}

  /** Request these events by id: we refused them before, and may want them now. */
  record Ask(SortedSet<EventId> ids) implements LinkInput {}

  /** Forget all fetching, without a report. */
  record CancelHistory() implements LinkInput {}

  /** Send no new request until {@link Resume}. */
  record Pause() implements LinkInput {}

  record Resume() implements LinkInput {}

  // ---- by the relay

  record Heard(FromRelay message) implements LinkInput {}

  record Ponged() implements LinkInput {}

  /** The relay ends the connection because a message of ours is too long for it (code 1009). */
  record TooLong() implements LinkInput {}

  /** The connection is gone. No input follows. */
  record Ended(String why) implements LinkInput {}

  // ---- answers of our own server; without an open question they have no effect

  /** Our set for a filter, for {@link LinkAction.NeedSet}. */
  record SetReady(long job, ItemSet items) implements LinkInput {}

  record SetFailed(long job) implements LinkInput {}

  /** Which of the ids are neither here nor unwanted, for {@link LinkAction.Sift}. */
  record Sifted(long job, List<EventId> missing) implements LinkInput {}

  /** Members of the threads below the roots, for {@link LinkAction.WalkThreads}. */
  record ThreadsFound(long job, SortedSet<EventId> members) implements LinkInput {}

  /** What became of a submitted event. */
  record Judged(EventId id, SyncOutcome outcome) implements LinkInput {}

  /** Our answer to the challenge, for {@link LinkAction.SignAuth}. */
  record AuthSigned(Event event) implements LinkInput {}

  /** The time it wanted to be woken at has come. */
  record Woken() implements LinkInput {}
}
