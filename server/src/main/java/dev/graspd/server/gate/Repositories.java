package dev.graspd.server.gate;

import dev.graspd.core.repo.RepoAddress;
import java.util.Optional;

/** The repositories that this server has, for those who serve them. Thread-safe, from memory. */
public interface Repositories {
  /** Returns a repository that is hosted or archived; empty if there is none to serve. */
  Optional<HostedRepository> find(RepoAddress address);
}
