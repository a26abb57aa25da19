package dev.graspd.core.sync;

import dev.graspd.core.negentropy.ItemSet;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.FromRelay;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;

/** What the machine of one connection is told. */
public sealed interface LinkInput {
  // ---- by the sync machine

  /**
   * What earlier connections have shown of the relay; told before anything else.
   *
   * @param messageBytes it takes no longer messages; empty if nothing was seen
   * @param refused layers that it refused, and how far we gave in
   */
  record Learned(OptionalInt messageBytes, SortedMap<LayerGroup, Integer> refused)
      implements LinkInput {}

  /** Ask again for layers that the relay refused. */
  record AskForAll() implements LinkInput {}

  /** Listen to what hangs on these from now on. */
  record Cover(SortedSet<SyncItem> items) implements LinkInput {}

  /** Stop listening to these, and drop them from what is being fetched. */
  record Uncover(SortedSet<SyncItem> items) implements LinkInput {}

  /**
   * Fetch the past of these, and report when all of it is here or cannot be had.
   *
   * @param since what is older is known to be here; empty: compare everything
   */
  record FetchHistory(long batch, SortedSet<SyncItem> items, OptionalLong since, EventSource source)
      implements LinkInput {}

  /** Ask for these events by id: they were refused, and may be wanted now. */
  record Ask(SortedSet<EventId> ids) implements LinkInput {}

  /** Forget all fetching; nothing of it is reported. */
  record CancelHistory() implements LinkInput {}

  /** Send no new request until {@link Resume}. */
  record Pause() implements LinkInput {}

  record Resume() implements LinkInput {}

  // ---- by the relay

  record Heard(FromRelay message) implements LinkInput {}

  record Ponged() implements LinkInput {}

  /** The relay ends the connection because a message of ours is too long for it (code 1009). */
  record TooLong() implements LinkInput {}

  /** The connection is gone. Nothing is heard afterwards. */
  record Ended(String why) implements LinkInput {}

  // ---- answers of our own server; one whose question is forgotten has no effect

  /** Our set for a filter, for {@link LinkAction.NeedSet}. */
  record SetReady(long job, ItemSet items) implements LinkInput {}

  record SetFailed(long job) implements LinkInput {}

  /** Which of the ids are neither here nor unwanted, for {@link LinkAction.Sift}. */
  record Sifted(long job, List<EventId> missing) implements LinkInput {}

  /** Members of the threads below the roots, for {@link LinkAction.WalkThreads}. */
  record ThreadsFound(long job, SortedSet<EventId> members) implements LinkInput {}

  /** What became of a submitted event. */
  record Judged(EventId id, Outcome outcome) implements LinkInput {}

  /** Our answer to the challenge, for {@link LinkAction.SignAuth}. */
  record AuthSigned(Event event) implements LinkInput {}

  /** The time it wanted to be woken at has come. */
  record Woken() implements LinkInput {}
}
