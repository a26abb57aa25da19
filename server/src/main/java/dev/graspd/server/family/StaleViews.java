package dev.graspd.server.family;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.StoreTransaction;
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

  /** Fails if a family has another version than the view that was decided on. */
  public static void require(StoreTransaction tx, Identifier family, long version) {
    if (tx.repositories().version(family) != version) {
      throw new StaleViewException("family " + family);
    }
  }

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
