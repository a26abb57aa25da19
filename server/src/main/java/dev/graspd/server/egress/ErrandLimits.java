package dev.graspd.server.egress;

import java.time.Duration;

/**
 * How long an errand may take.
 *
 * @param base in all, whatever is received
 * @param stepBytes received that earn more time
 * @param perStep what they earn
 * @param slowBytesPerSecond what comes slower is too slow
 * @param slowFor how long it may be; an answer must begin within it
 */
public record ErrandLimits(
    Duration base, long stepBytes, Duration perStep, int slowBytesPerSecond, Duration slowFor) {
  /** What is in force where nothing else is said. */
  public static final ErrandLimits DEFAULT =
      new ErrandLimits(
          Duration.ofMinutes(15), 100L << 20, Duration.ofMinutes(1), 1_024, Duration.ofSeconds(30));

  /** Returns the same for an errand that may take so long in all. */
  ErrandLimits within(Duration base) {
    return new ErrandLimits(base, stepBytes, perStep, slowBytesPerSecond, slowFor);
  }

  /** Returns how long an errand may take that has brought so many bytes. */
  long nanosFor(long receivedBytes) {
    return base.toNanos() + receivedBytes / stepBytes * perStep.toNanos();
  }

  /** Returns how many bytes must come while somebody waits for as long as {@link #slowFor}. */
  long bytesPerWindow() {
    return slowBytesPerSecond * slowFor.toMillis() / 1_000;
  }
}
