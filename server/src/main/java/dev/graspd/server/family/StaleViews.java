package dev.graspd.server.family;

import dev.graspd.server.family.FamilyWriter.StaleViewException;
import java.util.function.Supplier;

/** Decides again when the store has changed since a view was read. */
public final class StaleViews {
  /**
   * Another change of the family is the cause of every failed attempt, so this many are needed only
   * beside a crowd of other processes.
   */
  private static final int ATTEMPTS_MAX = 100;

  private StaleViews() {}

  /** Returns the result of the first attempt with a current view; the last attempt may fail. */
  public static <R> R retried(Supplier<R> attempt) {
    for (int left = ATTEMPTS_MAX - 1; left > 0; left--) {
      try {
        return attempt.get();
      } catch (StaleViewException e) {
        // The next attempt reads the family again.
      }
    }
    return attempt.get();
  }
}
