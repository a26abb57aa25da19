package dev.graspd.server.gate;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.store.PackRecord;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;

/**
 * Tells whether packs are still what was written; git implements it. It reads files, and takes its
 * time: it is for the background. Thread-safe.
 */
public interface PackHealth {
  /** How closely is looked. */
  enum Depth {
    /** The files are there, as long as they were, and their beginnings and ends fit together. */
    QUICK,
    /** Every byte is read. */
    THOROUGH
  }

  /** Nobody looks, so nothing is ever found: for tests and tools. */
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
   * Returns which of these packs are gone, or not what they were, by name. One that git cannot use
   * at all is set aside: it would keep git from reading the others. What cannot be opened now is
   * not judged.
   */
  SortedSet<String> damaged(List<PackRecord> packs, Depth depth) throws InterruptedException;

  /**
   * Returns which of these objects are published with all that they refer to.
   *
   * @param without packs that do not count, by name
   */
  SortedSet<Oid> whole(Identifier family, SortedSet<Oid> tips, SortedSet<String> without);
}
