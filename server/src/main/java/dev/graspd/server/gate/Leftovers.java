package dev.graspd.server.gate;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import java.util.SortedSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the objects removed of families that are nobody's any more: the last pull request that was
 * submitted for them has gone (G06-7). Others wait until packs are written anew. Thread-safe.
 */
final class Leftovers {
  private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

  private final RepositoryStore store;
  private final HeldIndex held;
  private final FamilyRoots roots;
  private final Upkeep upkeep;

  Leftovers(RepositoryStore store, HeldIndex held, FamilyRoots roots, Upkeep upkeep) {
    this.store = store;
    this.held = held;
    this.roots = roots;
    this.upkeep = upkeep;
  }

  /** A pull request of this family cannot be fetched any more. Does not wait. */
  void withdrawn(Identifier family) {
    if (roots.of(family).isEmpty()) {
      var _ =
          upkeep
              .prune(family)
              .whenComplete((_, fault) -> {
                if (fault != null) {
                  LOG.info(
                      "git data of {} is left to the next start: {}", family, fault.toString());
                }
              });
    }
  }

  /** Finishes what an earlier process has begun. */
  void fromBefore() {
    SortedSet<Identifier> families = new TreeSet<>();
    store.packs().stream().map(PackRecord::family).forEach(families::add);
    store.allRefs().keySet().forEach(repository -> families.remove(repository.identifier()));
    store.allSubmissions().forEach(one -> families.remove(one.family()));
    held.all().forEach(entry -> families.remove(entry.until().home()));
    families.forEach(this::withdrawn);
  }
}
