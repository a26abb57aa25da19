package dev.graspd.bench.load;

import java.util.Arrays;

/** Durations in nanoseconds, collected by one thread. */
public final class Samples {
  private long[] nanos = new long[1024];
  private int count;

  public void add(long value) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = value;
  }

  /** Adds the samples of another thread. */
  public void addAll(Samples others) {
    for (int i = 0; i < others.count; i++) {
      add(others.nanos[i]);
    }
  }

  public int count() {
    return count;
  }

  /** Returns the value that this share of the samples does not exceed, in microseconds. */
  public double micros(double share) {
    if (count == 0) {
      return Double.NaN;
    }
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    return sorted[Math.min(count - 1, (int) (share * count))] / 1e3;
  }

  public double p50() {
    return micros(0.50);
  }

  public double p99() {
    return micros(0.99);
  }
}
