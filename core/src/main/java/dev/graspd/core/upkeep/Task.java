package dev.graspd.core.upkeep;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/** A task for the packs of a family. */
public sealed interface Task {
  /** They stay. */
  record Nothing() implements Task {}

  /** These become one pack with all their objects; the others stay. */
  record Join(SortedSet<String> packs) implements Task {
    public Join {
      packs = Collections.unmodifiableSortedSet(new TreeSet<>(packs));
    }
  }

  /**
   * All become one pack, without unneeded objects.
   *
   * @param bitmap whether it gets a bitmap, which makes clones of large repositories cheap
   */
  record Whole(boolean bitmap) implements Task {}
}
