package dev.graspd.server.hosting;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedSet;

/** The repositories that this server serves. Thread-safe. */
public interface Repositories {
  /**
   * Returns a hosted or archived repository, or the submissions of a key, which may be none; empty
   * if there is nothing to serve. May read the store: not for event loops.
   */
  Optional<HostedRepository> find(RefSpace space);

  /**
   * Returns the answer of {@link #find} if it is in memory; empty if it must be read. Never reads
   * the store: for event loops, which leave the rest to a pool.
   */
  Optional<Optional<HostedRepository>> findAtOnce(RefSpace space);

  default Optional<HostedRepository> find(RepoAddress repository) {
    return find(RefSpace.ofRepository(repository));
  }

  /** Returns the values of all served refs of a family. May read the store: not for event loops. */
  SortedSet<Oid> servedTips(Identifier family);

  /** Returns until when an ended repository can be restored; empty if it cannot. */
  Optional<Instant> restorableUntil(RepoAddress address);
}
