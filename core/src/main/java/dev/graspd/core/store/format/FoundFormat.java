package dev.graspd.core.store.format;

import java.util.Optional;

/** The format of the data in the directory of a store. */
public sealed interface FoundFormat {
  /** There is no store. */
  record Nothing() implements FoundFormat {}

  /** A database without a version: it is not ours. */
  record Foreign() implements FoundFormat {}

  /**
   * A store.
   *
   * @param program the program that ran on it last, if it said so
   * @param migratingFrom the version that a migration began with, if it was not finished; the
   *     version is the one that it leads to
   */
  record Stored(int version, Optional<String> program, Optional<Integer> migratingFrom)
      implements FoundFormat {}
}
