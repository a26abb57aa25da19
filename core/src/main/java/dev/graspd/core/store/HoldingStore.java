package dev.graspd.core.store;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import java.util.List;
import java.util.Optional;

/** What the store keeps of repositories that are hosted no more, as of the last commit. */
public interface HoldingStore {
  /** Returns what is kept of a repository that is hosted no more. */
  Optional<Holding> holding(RepoAddress repository);

  /** Returns what is kept of all repositories that are hosted no more, by their address. */
  List<Holding> holdings();

  /** Returns the same of all repositories of one family. */
  List<Holding> holdings(Identifier family);

  /** Returns up to so many of the events that are set aside for a repository, by id. */
  List<Aside> aside(RepoAddress repository, Optional<EventId> after, int max);

  /** Returns what is kept of the repositories that an event is set aside for; none if it is not. */
  List<Holding> keepersOf(EventId id);

  /** Returns how many events are set aside for a repository. */
  long countAside(RepoAddress repository);
}
