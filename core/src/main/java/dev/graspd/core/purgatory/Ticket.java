package dev.graspd.core.purgatory;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import java.time.Duration;

/**
 * Something that waits, by its name; each kind has its own lifetimes (purgatory.md, sections 1 and
 * 3).
 */
public sealed interface Ticket extends Comparable<Ticket> {
  /** The first announcement of a repository; it waits for the first git data. */
  record OfAnnouncement(RepoAddress repository) implements Ticket {}

  /** A state; it waits for every object it names. */
  record OfState(EventId id) implements Ticket {}

  /** A pull request or its update; it waits for its commit. */
  record OfPullRequest(EventId id) implements Ticket {}

  /**
   * Git data pushed to {@code refs/nostr/<event>} of one repository, or below {@code /prs/}; it
   * waits for its event. Pushes to several places may wait for the same event, each for its own
   * time.
   */
  record OfPush(RefSpace space, EventId event) implements Ticket {
    /** One of a repository. */
    public OfPush(RepoAddress repository, EventId event) {
      this(RefSpace.ofRepository(repository), event);
    }
  }

  /** How long it waits. */
  default Duration life() {
    return switch (this) {
      case OfAnnouncement _, OfState _, OfPullRequest _ -> Duration.ofMinutes(30);
      case OfPush _ -> Duration.ofMinutes(20);
    };
  }

  /** How long we remember it afterwards, so that it can be revived. */
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
    return byRank == 0 ? compareWithin(that) : byRank;
  }

  /** Compares with another of the same kind. */
  private int compareWithin(Ticket that) {
    return switch (this) {
      case OfAnnouncement(var repository) ->
          repository.compareTo(((OfAnnouncement) that).repository());
      case OfState(var id) -> id.compareTo(((OfState) that).id());
      case OfPullRequest(var id) -> id.compareTo(((OfPullRequest) that).id());
      case OfPush(var space, var event) -> {
        OfPush other = (OfPush) that;
        int byEvent = event.compareTo(other.event());
        yield byEvent == 0 ? space.compareTo(other.space()) : byEvent;
      }
    };
  }
}
