package dev.graspd.sim;

import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * What is still to come, by time; what is due at the same time comes in the order it was added.
 *
 * @param <T> what comes
 */
final class Agenda<T> {
  /** Something and when it is due. */
  record Entry<T>(long atNanos, long sequence, T what) {}

  private final PriorityQueue<Entry<T>> entries =
      new PriorityQueue<>(
          Comparator.<Entry<T>>comparingLong(Entry::atNanos).thenComparingLong(Entry::sequence));
  private long sequence;

  void add(long atNanos, T what) {
    entries.add(new Entry<>(atNanos, sequence++, what));
  }

  Optional<Entry<T>> next() {
    return Optional.ofNullable(entries.poll());
  }
}
