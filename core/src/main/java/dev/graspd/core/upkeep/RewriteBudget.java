package dev.graspd.core.upkeep;

/**
 * How many bytes may be rewritten now: a number per hour, and at most those of one hour at once. A
 * larger task waits until the budget is full, and is paid for afterwards.
 */
public record RewriteBudget(long bytesPerHour, long left, long asOfNanos) {
  private static final double HOUR_NANOS = 3_600e9;

  /** Returns a full budget. */
  public static RewriteBudget full(long bytesPerHour, long nowNanos) {
    return new RewriteBudget(bytesPerHour, bytesPerHour, nowNanos);
  }

  /** Returns the budget at this time. */
  public RewriteBudget at(long nowNanos) {
    double earned = (double) bytesPerHour * (double) (nowNanos - asOfNanos) / HOUR_NANOS;
    long sum = left + Math.round(Math.max(0, earned));
    return new RewriteBudget(bytesPerHour, Math.min(bytesPerHour, sum), nowNanos);
  }

  public boolean affords(long bytes) {
    return left >= Math.min(bytes, bytesPerHour);
  }

  public RewriteBudget without(long bytes) {
    return new RewriteBudget(bytesPerHour, left - bytes, asOfNanos);
  }
}
