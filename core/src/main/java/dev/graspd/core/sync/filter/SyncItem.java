package dev.graspd.core.sync.filter;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.RepoAddress;

/**
 * One thing that we follow on a relay: wanted, then in flight, then confirmed. The announcements
 * sort first, since we request them first.
 */
public sealed interface SyncItem extends Comparable<SyncItem> {
  /** All announcements and server lists of a relay (L1): part of every connection. */
  record Announcements() implements SyncItem {}

  /** A repository at a level; each level is a separate item, so neither confirms the other. */
  record OfRepo(RepoAddress repository, SyncLevel level) implements SyncItem {}

  /** A patch, pull request or issue, for the events of its thread (L3). */
  record OfRoot(EventId id) implements SyncItem {}

  private int rank() {
    return switch (this) {
      case Announcements() -> 0;
      case OfRepo _ -> 1;
      case OfRoot _ -> 2;
    };
  }

  @Override
  default int compareTo(SyncItem that) {
    if (this instanceof OfRepo(var mine, var myLevel)
        && that instanceof OfRepo(var theirs, var theirLevel)) {
      int byRepository = mine.compareTo(theirs);
      return byRepository != 0 ? byRepository : myLevel.compareTo(theirLevel);
    }
    if (this instanceof OfRoot(var mine) && that instanceof OfRoot(var theirs)) {
      return mine.compareTo(theirs);
    }
    return Integer.compare(rank(), that.rank());
  }
}
