package dev.graspd.core.sync.relays;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.link.LinkReport;
import java.util.SortedMap;
import java.util.SortedSet;

/** The inputs of the sync machine. */
public sealed interface SyncInput {
  // ---- by the store and its log, in the order in which the store was read

  /**
   * The wanted repositories of a family, by all of its announcements: replaces what was told of it
   * before. Empty if none is left, or none is followed anywhere.
   */
  record Family(Identifier identifier, SortedMap<RepoAddress, Wanted> repositories)
      implements SyncInput {}

  /**
   * An announcement that names no other relay. It matters only if its family is followed: then the
   * machine asks for the family.
   */
  record Announced(Identifier family) implements SyncInput {}

  /** A patch, pull request or issue that names these repositories. */
  record RootSeen(EventId id, SortedSet<RepoAddress> repositories) implements SyncInput {}

  /** A root was removed. */
  record RootGone(EventId id) implements SyncInput {}

  /** Everything up to the end of the log has been read, for the first time or once more. */
  record LogRead() implements SyncInput {}

  /**
   * Records of the log were lost. Everything that names another relay is told again, then {@link
   * LogRead}; a family that is not told again has been removed.
   */
  record LogLost() implements SyncInput {}

  /** The answer to a {@link SyncAction.ReadFamilies}, after what was read. */
  record FamiliesRead(RelayUrl relay, long reading) implements SyncInput {}

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
