package dev.graspd.server.egress.ws;

import java.util.concurrent.TimeUnit;

/** Counts the control frames of one peer, minute by minute. Time is an argument. */
final class ControlRate {
  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final int perMinute;
  private long begunNanos;
  private int seen;

  ControlRate(int perMinute, long nowNanos) {
    this.perMinute = perMinute;
    this.begunNanos = nowNanos;
  }

  /** Counts one more; returns whether that is still fine. */
  boolean admits(long nowNanos) {
    if (nowNanos - begunNanos >= MINUTE_NANOS) {
      begunNanos = nowNanos;
      seen = 0;
    }
    seen++;
    return seen <= perMinute;
  }
}
