package dev.graspd.server.gate;

import dev.graspd.core.repo.Identifier;
import java.util.concurrent.CompletionStage;

/** What keeps object stores small, as far as others ask for it. Thread-safe. */
public interface Upkeep {
  /**
   * Removes what nothing needs any more. When the stage completes, no object is in the family's
   * directory that {@link FamilyRoots} does not reach, and a family of which nothing is reached has
   * no directory. It fails if that could not be reached; asking again does no harm.
   */
  CompletionStage<Void> prune(Identifier family);
}
