package dev.graspd.server.site.api;

import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepoState;
import java.util.List;

/** The served states that count for a repository. Thread-safe; may read the store. */
@FunctionalInterface
public interface SignedStates {
  /** Returns the states, newest first. */
  List<RepoState> of(RepoAddress repository);
}
