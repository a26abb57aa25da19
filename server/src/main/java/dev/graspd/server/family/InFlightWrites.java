package dev.graspd.server.family;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/**
 * Writes that the log may show before memory does: decisions made meanwhile may ignore them.
 * Thread-safe.
 */
public final class InFlightWrites {
  private final LongSupplier lastSeq;
  private final List<Runnable> wakes = new CopyOnWriteArrayList<>();

  /** How many writes have begun after each log number. */
  private final SortedMap<Long, Integer> begun = new TreeMap<>();

  InFlightWrites(LongSupplier lastSeq) {
    this.lastSeq = lastSeq;
  }

  /** Begins a write; its records get higher numbers than the returned one. */
  synchronized long begin() {
    long after = lastSeq.getAsLong();
    begun.merge(after, 1, Integer::sum);
    return after;
  }

  /** Memory has the write, or it failed. */
  void end(long after) {
    synchronized (this) {
      begun.computeIfPresent(after, (_, count) -> count == 1 ? null : count - 1);
    }
    wakes.forEach(Runnable::run);
  }

  /** Returns the last record that every decision from now on respects. */
  public synchronized long settledSeq() {
    // Read first: later writes have higher numbers.
    long last = lastSeq.getAsLong();
    return begun.isEmpty() ? last : Math.min(last, begun.firstKey());
  }

  /**
   * Registers a wake-up for when that may have changed, in addition to the store's: only signal.
   */
  public void onSettled(Runnable wake) {
    wakes.add(wake);
  }
}
