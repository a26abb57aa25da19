package dev.graspd.server.relay;

import java.util.concurrent.TimeUnit;

/** So many a minute, with a burst of the same number. Not thread-safe; time is an argument. */
final class TokenBucket {
  private final int perMinute;
  private double tokens;
  private long updatedNanos;

  TokenBucket(int perMinute, long nowNanos) {
    this.perMinute = perMinute;
    this.tokens = perMinute;
    this.updatedNanos = nowNanos;
  }

  boolean take(long nowNanos) {
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
