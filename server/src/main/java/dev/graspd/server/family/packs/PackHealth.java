package dev.graspd.server.family.packs;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.store.PackRecord;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;

/**
 * Checks packs for damage; {@code git.objects} implements it. It reads files slowly, for the
 * background. Thread-safe.
 */
public interface PackHealth {
  /** How thorough a check is. */
  enum Depth {
    /** The files exist, have their old length, and their beginnings and ends match. */
    QUICK,
    /** Every byte is read. */
    THOROUGH
  }

  /** Finds nothing: for tests and tools. */
  PackHealth UNKNOWN =
      new PackHealth() {
        @Override
        public SortedSet<String> damaged(List<PackRecord> packs, Depth depth) {
          return Collections.emptySortedSet();
        }

        @Override
        public SortedSet<Oid> whole(
            Identifier family, SortedSet<Oid> tips, SortedSet<String> without) {
          return tips;
        }
      };

  /**
   * Returns the names of packs that are missing or damaged. A pack that git cannot use at all is
   * set aside, because it would keep git from reading the others. Packs that cannot be opened now
   * are left out.
   */
  SortedSet<String> damaged(List<PackRecord> packs, Depth depth) throws InterruptedException;

  /**
   * Returns which of these objects are published with all that they refer to.
   *
   * @param without packs that do not count, by name
   */
  SortedSet<Oid> whole(Identifier family, SortedSet<Oid> tips, SortedSet<String> without);
}
