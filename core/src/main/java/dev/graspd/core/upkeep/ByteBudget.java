package dev.graspd.core.upkeep;

/**
 * How many bytes may be rewritten now: a number per hour, and at most those of one hour at once. A
 * larger task waits until the budget is full, and is paid for afterwards.
 */
public record ByteBudget(long bytesPerHour, long left, long asOfNanos) {
  private static final double HOUR_NANOS = 3_600e9;

  /** Returns a full budget. */
  public static ByteBudget full(long bytesPerHour, long nowNanos) {
    return new ByteBudget(bytesPerHour, bytesPerHour, nowNanos);
  }

  /** Returns the budget at this time. */
  public ByteBudget at(long nowNanos) {
    double earned = (double) bytesPerHour * (double) (nowNanos - asOfNanos) / HOUR_NANOS;
    long sum = left + Math.round(Math.max(0, earned));
    return new ByteBudget(bytesPerHour, Math.min(bytesPerHour, sum), nowNanos);
  }

  public boolean affords(long bytes) {
    return left >= Math.min(bytes, bytesPerHour);
  }

  public ByteBudget without(long bytes) {
    return new ByteBudget(bytesPerHour, left - bytes, asOfNanos);
  }
}
