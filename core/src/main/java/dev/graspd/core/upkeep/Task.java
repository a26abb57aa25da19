package dev.graspd.core.upkeep;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/** What is to be done with the packs of a family. */
public sealed interface Task {
  /** They are good as they are. */
  record Nothing() implements Task {}

  /** These become one, with all that is in them; the others stay. */
  record Join(SortedSet<String> packs) implements Task {
    public Join {
      packs = Collections.unmodifiableSortedSet(new TreeSet<>(packs));
    }
  }

  /**
   * All become one, without what nothing needs.
   *
   * @param bitmap whether it gets what makes clones of large repositories cheap
   */
  record Whole(boolean bitmap) implements Task {}
}
