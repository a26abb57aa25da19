package dev.graspd.server.family.packs;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.family.held.HeldIndex;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the objects of families that nobody owns: their last submission is gone (G06-7). In other
 * families repacking removes objects. Thread-safe.
 */
public record OrphanedPacks(
    RepositoryStore store, HeldIndex held, FamilyRoots roots, Repacking repacking) {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanedPacks.class);

  /** A submission of this family is gone. Does not wait. */
  public void withdrawn(Identifier family) {
    if (roots.of(family).isEmpty()) {
      var _ =
          repacking
              .prune(family)
              .whenComplete((_, fault) -> {
                if (fault != null) {
                  LOG.info(
                      "git data of {} is left to the next start: {}", family, fault.toString());
                }
              });
    }
  }

  /** Returns whether an earlier process has left objects of a family that nobody owns. */
  public boolean isOrphaned(Identifier family) {
    return store.refs(family).isEmpty()
        && store.submissions(family).isEmpty()
        && held.of(family).isEmpty()
        && !store.packs(family).isEmpty();
  }
}
