package dev.graspd.server.relay;

import java.util.concurrent.atomic.AtomicLong;

/** An amount that all connections share. Thread-safe. */
final class Budget {
  private final long max;
  private final AtomicLong used = new AtomicLong();

  Budget(long max) {
    this.max = max;
  }

  /** Takes so much, if it is left. */
  boolean take(long amount) {
    if (used.addAndGet(amount) > max) {
      used.addAndGet(-amount);
      return false;
    }
    return true;
  }

  /** Takes so much even if it is not left. */
  void force(long amount) {
    used.addAndGet(amount);
  }

  void giveBack(long amount) {
    used.addAndGet(-amount);
  }

  boolean isExceeded() {
    return used.get() > max;
  }

  long used() {
    return used.get();
  }
}
