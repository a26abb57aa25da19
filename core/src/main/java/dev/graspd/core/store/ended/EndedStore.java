package dev.graspd.core.store.ended;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.blocking.Blocking;
import java.util.List;
import java.util.Optional;

/** The ended repositories in the store, as of the last commit. */
@Blocking
public interface EndedStore {

  Optional<EndedRepository> find(RepoAddress repository);

  /** Returns how many ended repositories there are. */
  long count();

  /**
   * Returns the next ended repositories, in the store's own order.
   *
   * @param after the last one of the page before; empty for the first page
   */
  List<EndedRepository> page(Optional<RepoAddress> after, int max);

  /** Returns all ended repositories, sorted by address: for commands. */
  List<EndedRepository> all();

  /** Returns the ended repositories of one family. */
  List<EndedRepository> of(Identifier family);

  /** Returns the events that are set aside for a repository, by id, at most this many. */
  List<SetAsideEvent> aside(RepoAddress repository, Optional<EventId> after, int max);

  /** Returns the ended repositories that an event is set aside for. */
  List<EndedRepository> keepersOf(EventId id);

  /** Returns how many events are set aside for a repository. */
  long countAside(RepoAddress repository);
}
