package dev.graspd.core.store;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.RepoAddress;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/** The part of a write transaction that is about repositories which are hosted no more. */
public interface HoldingTransaction {
  Optional<Holding> holding(RepoAddress repository);

  /** Notes what is kept of a repository, in place of what was noted before. */
  void putHolding(Holding holding);

  /**
   * Forgets what is kept of a repository, and every event that is set aside for nothing else;
   * returns whether anything was kept.
   */
  boolean removeHolding(RepoAddress repository);

  /**
   * Takes an event that is served or waits out of everything and keeps it for these repositories,
   * all of which have a {@link Holding}; false if it is not here, or a dormant deletion. From then
   * on it counts as unknown: {@link StoreTransaction#append} and {@link StoreTransaction#hold} take
   * it as new, and then it is set aside no more. Its author's wishes and its expiration reach it
   * all the same.
   */
  boolean setAside(EventId id, SortedSet<RepoAddress> repositories);

  /** Returns up to so many of the events that are set aside for a repository, by id. */
  List<Aside> aside(RepoAddress repository, Optional<EventId> after, int max);

  /**
   * Forgets up to so many events of a repository; those that are set aside for others too stay with
   * those. Returns how many.
   */
  int discardAside(RepoAddress repository, int max);
}
