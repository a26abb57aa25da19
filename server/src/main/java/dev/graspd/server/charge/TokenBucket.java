package dev.graspd.server.charge;

import java.util.concurrent.TimeUnit;

/**
 * A rate: so many a minute, evenly, with a burst of the same number. It keeps two numbers, however
 * high the rate, so it fits what may come thousands of times; it cannot say how many came. For that
 * {@code core.machine.SlidingWindow} keeps every time. Not thread-safe; time is an argument.
 */
public final class TokenBucket {
  private final int perMinute;
  private double tokens;
  private long updatedNanos;

  public TokenBucket(int perMinute, long nowNanos) {
    this.perMinute = perMinute;
    this.tokens = perMinute;
    this.updatedNanos = nowNanos;
  }

  /** Takes one if there is one; returns whether there was. */
  public boolean take(long nowNanos) {
    double minutes = (double) (nowNanos - updatedNanos) / TimeUnit.MINUTES.toNanos(1);
    tokens = Math.min(perMinute, tokens + minutes * perMinute);
    updatedNanos = nowNanos;
    if (tokens < 1) {
      return false;
    }
    tokens -= 1;
    return true;
  }
}
