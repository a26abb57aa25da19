package dev.graspd.server.gate;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedSet;

/** The repositories that this server has, for those who serve them. Thread-safe. */
public interface Repositories {
  /**
   * Returns a repository that is hosted or archived, or what a key has submitted, which may be
   * nothing; empty if there is none to serve. May read the store: not for event loops.
   */
  Optional<HostedRepository> find(RefSpace space);

  /**
   * Returns what {@link #find} would return if that is in memory; empty if it must be read. Never
   * reads the store: for event loops, which leave the rest to a pool.
   */
  Optional<Optional<HostedRepository>> findAtOnce(RefSpace space);

  /** Returns a repository, as above. */
  default Optional<HostedRepository> find(RepoAddress repository) {
    return find(RefSpace.ofRepository(repository));
  }

  /**
   * Returns what the refs of all repositories of a family point at, as far as they are served. May
   * read the store: not for event loops.
   */
  SortedSet<Oid> servedTips(Identifier family);

  /** Returns until when a repository that is hosted no more can come back; empty if it cannot. */
  Optional<Instant> restorableUntil(RepoAddress address);
}
