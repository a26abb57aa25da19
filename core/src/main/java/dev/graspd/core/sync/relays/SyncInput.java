package dev.graspd.core.sync.relays;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncLevel;
import dev.graspd.core.sync.link.LinkReport;
import java.util.List;
import java.util.SortedSet;

/** The inputs of the sync machine. */
public sealed interface SyncInput {
  // ---- by the store's log

  /**
   * An announcement was accepted; it replaces an earlier one of the same repository.
   *
   * @param relays in the announcement's order; empty if we do not follow its relays
   */
  record Announced(
      RepoAddress repository, EventId announcement, SyncLevel level, List<RelayUrl> relays)
      implements SyncInput {}

  /** A patch, pull request or issue that names these repositories. */
  record RootSeen(EventId id, SortedSet<RepoAddress> repositories) implements SyncInput {}

  /** An announcement or a root was removed; not sent for one that was replaced. */
  record Gone(EventId id) implements SyncInput {}

  /** The log of earlier runs has been read. */
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
