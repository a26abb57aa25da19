package dev.graspd.server.gate;

import java.time.Duration;

/**
 * How long a repository that is hosted no more can come back.
 *
 * @param retention counted from when this server ended the hosting
 * @param cleanupEvery how often those are erased whose time is over
 */
public record HoldingTimes(Duration retention, Duration cleanupEvery) {
  public static final HoldingTimes DEFAULT =
      new HoldingTimes(Duration.ofDays(90), Duration.ofDays(1));
}
