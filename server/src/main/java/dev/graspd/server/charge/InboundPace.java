package dev.graspd.server.charge;

import java.time.Duration;

/**
 * Decides whether a client sends fast enough to keep its place, on average over a window. Time is
 * an argument. Not thread-safe.
 */
public final class InboundPace {
  /** The minimum while others wait for the place. */
  public static final long BYTES_PER_SECOND_MIN = 1 << 10;

  public static final Duration WINDOW = Duration.ofSeconds(60);

  private final long bytesPerSecond;
  private final long windowNanos;
  private long windowBeganNanos;
  private long bytes;
  private boolean slow;

  public InboundPace(long bytesPerSecond, Duration window, long nowNanos) {
    this.bytesPerSecond = bytesPerSecond;
    this.windowNanos = window.toNanos();
    this.windowBeganNanos = nowNanos;
  }

  public void received(long count) {
    bytes += count;
  }

  /** Returns whether the last whole window was too slow. */
  public boolean isTooSlow(long nowNanos) {
    long passed = nowNanos - windowBeganNanos;
    if (passed >= windowNanos) {
      slow = bytes < bytesPerSecond * (passed / 1e9);
      windowBeganNanos = nowNanos;
      bytes = 0;
    }
    return slow;
  }
}
