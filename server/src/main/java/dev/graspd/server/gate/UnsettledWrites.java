package dev.graspd.server.gate;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/**
 * Writes that the log may show already while memory does not know of them: a decision made
 * meanwhile may not take them into account. Thread-safe.
 */
final class UnsettledWrites {
  private final LongSupplier lastSeq;
  private final List<Runnable> wakes = new CopyOnWriteArrayList<>();

  /** How many have begun after each number of the log. */
  private final SortedMap<Long, Integer> begun = new TreeMap<>();

  /** Knows of none. */
  UnsettledWrites(LongSupplier lastSeq) {
    this.lastSeq = lastSeq;
  }

  /** A write begins; its records will have higher numbers than the one returned. */
  synchronized long begin() {
    long after = lastSeq.getAsLong();
    begun.merge(after, 1, Integer::sum);
    return after;
  }

  /** Memory knows of it, or it failed. */
  void end(long after) {
    synchronized (this) {
      begun.computeIfPresent(after, (_, count) -> count == 1 ? null : count - 1);
    }
    wakes.forEach(Runnable::run);
  }

  /** Returns the last record that every decision from now on takes into account. */
  synchronized long settledSeq() {
    // Read first: whatever begins later has higher numbers.
    long last = lastSeq.getAsLong();
    return begun.isEmpty() ? last : Math.min(last, begun.firstKey());
  }

  /** Registers a wake-up for when that may have changed, beside the store's own: only signal. */
  void onSettled(Runnable wake) {
    wakes.add(wake);
  }
}
