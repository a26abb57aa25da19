package dev.graspd.server.search;

import java.time.Duration;

/** How fast the log grows, from one question to the next. For one thread. */
final class LogGrowth {
  private static final double SECOND_NANOS = Duration.ofSeconds(1).toNanos();

  private long seq;
  private long nanos;

  LogGrowth(long seq, long nanos) {
    this.seq = seq;
    this.nanos = nanos;
  }

  /** Returns how many records a second have come since the last question. */
  double perSecond(long lastSeq, long now) {
    double perSecond = (lastSeq - seq) * SECOND_NANOS / Math.max(1, now - nanos);
    seq = lastSeq;
    nanos = now;
    return perSecond;
  }
}
