package dev.graspd.server.web;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what the server does on its own and tells nobody. */
final class Eventually {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private Eventually() {}

  /** Returns whether the condition held before the deadline. */
  static boolean holds(BooleanSupplier condition) {
    long until = System.nanoTime() + DEADLINE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > until) {
        return false;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
    return true;
  }
}
