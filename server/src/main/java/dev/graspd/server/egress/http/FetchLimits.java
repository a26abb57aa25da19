package dev.graspd.server.egress.http;

import java.time.Duration;

/**
 * The time limits of a visit to another server.
 *
 * @param base the total time without a bonus
 * @param stepBytes received bytes that earn more time
 * @param perStep the time that they earn
 * @param slowBytesPerSecond the lowest speed
 * @param slowFor how long an answer may be slower; an answer must begin within this time
 */
public record FetchLimits(
    Duration base, long stepBytes, Duration perStep, int slowBytesPerSecond, Duration slowFor) {
  public static final FetchLimits DEFAULT =
      new FetchLimits(
          Duration.ofMinutes(15), 100L << 20, Duration.ofMinutes(1), 1_024, Duration.ofSeconds(30));

  /** Returns limits of the total time alone, for one small answer. */
  static FetchLimits inAll(Duration base) {
    return new FetchLimits(base, Long.MAX_VALUE, Duration.ZERO, 0, base.multipliedBy(2));
  }

  /** Returns the same with another total time. */
  FetchLimits within(Duration base) {
    return new FetchLimits(base, stepBytes, perStep, slowBytesPerSecond, slowFor);
  }

  /** Returns the time limit after this many received bytes. */
  long nanosFor(long receivedBytes) {
    return base.toNanos() + receivedBytes / stepBytes * perStep.toNanos();
  }

  /** Returns how many bytes must arrive while a reader waits for {@link #slowFor}. */
  long bytesPerWindow() {
    return slowBytesPerSecond * slowFor.toMillis() / 1_000;
  }
}
