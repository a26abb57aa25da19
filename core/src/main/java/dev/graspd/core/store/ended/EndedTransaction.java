package dev.graspd.core.store.ended;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.StoreTransaction;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/** The part of a write transaction about ended repositories. */
public interface EndedTransaction {
  Optional<EndedRepository> find(RepoAddress repository);

  /** Writes an ended repository, in place of its row before. */
  void put(EndedRepository ended);

  /**
   * Forgets an ended repository, and every event that is set aside only for it; returns whether
   * there was one.
   */
  boolean remove(RepoAddress repository);

  /**
   * Takes a served or held event out of all indexes and keeps it for these repositories, all of
   * which have a {@link EndedRepository}; false if the event is not here, or is a dormant deletion.
   * From then on it counts as unknown: {@link StoreTransaction#append} and {@link
   * StoreTransaction#hold} take it as new, and then it is no longer set aside. Deletions by its
   * author and its expiration still apply to it.
   */
  boolean setAside(EventId id, SortedSet<RepoAddress> repositories);

  /** Returns the events that are set aside for a repository, by id, at most this many. */
  List<SetAsideEvent> aside(RepoAddress repository, Optional<EventId> after, int max);

  /**
   * Forgets at most this many events of a repository; those that are also set aside for others stay
   * there. Returns how many.
   */
  int discardAside(RepoAddress repository, int max);
}
