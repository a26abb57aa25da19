package dev.graspd.server.gate;

import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.RepoAddress;
import java.time.Instant;
import java.util.Optional;

/** The repositories that this server has, for those who serve them. Thread-safe, from memory. */
public interface Repositories {
  /**
   * Returns a repository that is hosted or archived, or what a key has submitted, which may be
   * nothing; empty if there is none to serve.
   */
  Optional<HostedRepository> find(RefSpace space);

  /** Returns a repository, as above. */
  default Optional<HostedRepository> find(RepoAddress repository) {
    return find(RefSpace.ofRepository(repository));
  }

  /** Returns until when a repository that is hosted no more can come back; empty if it cannot. */
  Optional<Instant> restorableUntil(RepoAddress address);
}
