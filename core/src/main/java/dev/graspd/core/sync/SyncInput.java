package dev.graspd.core.sync;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.RepoAddress;
import java.util.List;
import java.util.SortedSet;

/** What the sync machine is told. */
public sealed interface SyncInput {
  // ---- by the store's log

  /**
   * An announcement counts here; a newer one of the same repository replaces it.
   *
   * @param relays in the announcement's order; empty if its relays are not followed
   */
  record Announced(
      RepoAddress repository, EventId announcement, SyncLevel level, List<RelayUrl> relays)
      implements SyncInput {}

  /** A patch, pull request or issue that names these repositories. */
  record RootSeen(EventId id, SortedSet<RepoAddress> repositories) implements SyncInput {}

  /** An announcement or a root is here no more; one that was replaced is not told. */
  record Gone(EventId id) implements SyncInput {}

  /** The whole log of earlier runs has been told. */
  record LogRead() implements SyncInput {}

  // ---- by connections; those of an earlier epoch have no effect

  record Connected(RelayUrl relay, long epoch) implements SyncInput {}

  record DialFailed(RelayUrl relay, long epoch, DialFailure failure, String text)
      implements SyncInput {}

  record Disconnected(RelayUrl relay, long epoch, String why) implements SyncInput {}

  record Reported(RelayUrl relay, long epoch, LinkReport report) implements SyncInput {}

  // ---- by the server

  /** No new dials; all connections end. */
  record Stop() implements SyncInput {}

  /** The time it wanted to be woken at has come. */
  record Woken() implements SyncInput {}
}
