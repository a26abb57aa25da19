package dev.graspd.server.family.ended;

import java.time.Duration;

/**
 * How long an ended repository can be restored.
 *
 * @param retention from the end of its hosting here
 * @param cleanupEvery how often repositories are erased whose time is over
 */
public record EndedTimes(Duration retention, Duration cleanupEvery) {
  public static final EndedTimes DEFAULT = new EndedTimes(Duration.ofDays(90), Duration.ofDays(1));
}
