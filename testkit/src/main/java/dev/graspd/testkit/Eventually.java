package dev.graspd.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Waits for what happens by itself and tells nobody. Between two looks the processor is left to
 * those who are waited for: they may have no other one.
 */
public final class Eventually {
  /** Only against hanging: no test is about how long something takes here. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Duration PAUSE_MIN = Duration.ofNanos(100_000);
  private static final Duration PAUSE_MAX = Duration.ofMillis(20);

  private Eventually() {}

  /** Returns whether the condition held before our patience ended. */
  public static boolean holds(BooleanSupplier condition) {
    long begun = System.nanoTime();
    while (!condition.getAsBoolean()) {
      long waited = System.nanoTime() - begun;
      if (waited > PATIENCE.toNanos()) {
        return false;
      }
      // A long wait is not noticed much later for it.
      LockSupport.parkNanos(Math.clamp(waited / 10, PAUSE_MIN.toNanos(), PAUSE_MAX.toNanos()));
    }
    return true;
  }

  /** Returns when the condition holds. */
  public static void await(BooleanSupplier condition) {
    await(condition, () -> "it never was so");
  }

  /**
   * Returns when the condition holds.
   *
   * @param otherwise what is said when it does not
   */
  public static void await(BooleanSupplier condition, Supplier<String> otherwise) {
    if (!holds(condition)) {
      throw new AssertionError("not in time: " + otherwise.get());
    }
  }
}
