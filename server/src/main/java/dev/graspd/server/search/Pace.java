package dev.graspd.server.search;

import dev.graspd.core.store.EventStore;
import java.time.Duration;

/**
 * How long the index rests after each piece of work, so that those who publish keep the machine:
 * bringing in many events costs a good part of what accepting them does. Events that come one by
 * one are visible within a second all the same (N50-5).
 *
 * @param restPerWork so many times as long as the work
 */
record Pace(double restPerWork) {
  /** The part of all cores that the index may take (N50-7). */
  private static final double PART_OF_CORES = 0.03;

  /** Between two times that new events become visible: each costs a file. */
  private static final long REST_NANOS_MIN = Duration.ofMillis(250).toNanos();

  private static final long REST_NANOS_MAX = Duration.ofMillis(750).toNanos();

  /** Then it does not rest: an index that is too far behind would be built from its beginning. */
  private static final long BEHIND_MAX = EventStore.REMOVALS_KEPT / 2;

  static Pace ofCores(int cores) {
    return new Pace(Math.max(1, 1 / (PART_OF_CORES * cores) - 1));
  }

  long pauseNanos(long workNanos, long behind) {
    return behind > BEHIND_MAX
        ? 0
        : Math.clamp((long) (workNanos * restPerWork), REST_NANOS_MIN, REST_NANOS_MAX);
  }
}
