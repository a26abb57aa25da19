package dev.graspd.core.purgatory;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.RepoAddress;
import java.time.Duration;

/**
 * Something that waits, by its name; each kind has its own lifetimes (purgatory.md, sections 1, 3).
 */
public sealed interface Ticket extends Comparable<Ticket> {
  /** The first announcement of a repository; it waits for the first git data. */
  record OfAnnouncement(RepoAddress repository) implements Ticket {}

  /** A state; it waits for every object it names. */
  record OfState(EventId id) implements Ticket {}

  /** A pull request or its update; it waits for its commit. */
  record OfPullRequest(EventId id) implements Ticket {}

  /** Git data pushed to {@code refs/nostr/<id>}; it waits for its event. */
  record OfPush(EventId id) implements Ticket {}

  /** How long it waits. */
  default Duration life() {
    return switch (this) {
      case OfAnnouncement _, OfState _, OfPullRequest _ -> Duration.ofMinutes(30);
      case OfPush _ -> Duration.ofMinutes(20);
    };
  }

  /** How long it is remembered afterwards, so that it can be revived. */
  default Duration memory() {
    return switch (this) {
      case OfAnnouncement _ -> Duration.ofHours(24);
      case OfState _, OfPullRequest _ -> Duration.ofDays(7);
      case OfPush _ -> Duration.ZERO;
    };
  }

  private int rank() {
    return switch (this) {
      case OfAnnouncement _ -> 0;
      case OfState _ -> 1;
      case OfPullRequest _ -> 2;
      case OfPush _ -> 3;
    };
  }

  @Override
  default int compareTo(Ticket that) {
    int byRank = Integer.compare(rank(), that.rank());
    if (byRank != 0) {
      return byRank;
    }
    return this instanceof OfAnnouncement(var mine) && that instanceof OfAnnouncement(var theirs)
        ? mine.compareTo(theirs)
        : event().compareTo(that.event());
  }

  private EventId event() {
    return switch (this) {
      case OfAnnouncement _ -> throw new IllegalStateException("has no event of its own");
      case OfState(var id) -> id;
      case OfPullRequest(var id) -> id;
      case OfPush(var id) -> id;
    };
  }
}
