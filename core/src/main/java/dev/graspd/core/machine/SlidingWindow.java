package dev.graspd.core.machine;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Counts what happened within the last so much time, exactly, and says when the count will be
 * lower. It keeps every time, so it fits small counts; a high rate has the server's {@code
 * TokenBucket}.
 */
public final class SlidingWindow {
  private final long nanos;
  private final Deque<Long> times = new ArrayDeque<>();

  /** Something exactly this old has left the window. */
  public SlidingWindow(Duration length) {
    this.nanos = length.toNanos();
  }

  /** Something happened now, and not before what was added earlier. */
  public void add(long nowNanos) {
    times.addLast(nowNanos);
  }

  /** Returns how often it happened within the time. */
  public int count(long nowNanos) {
    while (!times.isEmpty() && nowNanos - times.getFirst() >= nanos) {
      times.removeFirst();
    }
    return times.size();
  }

  /** Returns when there will be less than so many, of those that were counted last. */
  public long belowNanos(int count) {
    int surplus = times.size() - count;
    return surplus < 0
        ? Long.MIN_VALUE
        : times.stream().skip(surplus).findFirst().orElseThrow() + nanos;
  }
}
