package dev.graspd.server.search;

import dev.graspd.core.store.EventStore;
import java.time.Duration;

/**
 * How long the index pauses after each piece of work. Bringing in an event costs a good part of
 * what accepting it does, so while many come, those who publish keep the machine, and the index
 * falls behind. When few come, it catches up. Up to about a thousand records of the log in a
 * second, an event is found within a second (N50-5), on a busy machine, too: waiting for a core
 * counts as a pause.
 *
 * @param pausePerWork so many times as long as the work, while many events come
 */
record Pace(double pausePerWork) {
  /** The part of all cores that the index may take while many events come (N50-7). */
  private static final double PART_OF_CORES = 0.02;

  /** Records of the log in a second: fewer cost less than that part of a small machine. */
  private static final double MANY_PER_SECOND = 300;

  /** More cannot be found within a second: then publishers matter more. */
  private static final double TOO_MANY_PER_SECOND = 1_000;

  /** Between two times that new events become visible: each costs a file. */
  private static final long PAUSE_NANOS_MIN = Duration.ofMillis(250).toNanos();

  private static final long PAUSE_NANOS_MAX = Duration.ofMillis(750).toNanos();
  private static final long PAUSE_NANOS_LONG = Duration.ofSeconds(2).toNanos();

  /** Then it does not pause: an index that is too far behind would be built from its beginning. */
  private static final long BEHIND_MAX = EventStore.REMOVALS_KEPT / 2;

  /**
   * A piece of work.
   *
   * @param cpuNanos what it took of a core
   * @param wallNanos how long it took
   */
  record Work(long cpuNanos, long wallNanos) {
    private long waitedNanos() {
      return Math.max(0, wallNanos - cpuNanos);
    }
  }

  static Pace ofCores(int cores) {
    return new Pace(Math.max(1, 1 / (PART_OF_CORES * cores) - 1));
  }

  /**
   * Decides after a piece of work.
   *
   * @param behind records of the log that are left
   * @param perSecond how many have come in a second
   */
  long pauseNanos(Work work, long behind, double perSecond) {
    return behind > BEHIND_MAX
        ? 0
        : Math.max(0, restNanos(work.cpuNanos, behind, perSecond) - work.waitedNanos());
  }

  private long restNanos(long workNanos, long behind, double perSecond) {
    if (perSecond > MANY_PER_SECOND) {
      long most = perSecond > TOO_MANY_PER_SECOND ? PAUSE_NANOS_LONG : PAUSE_NANOS_MAX;
      return Math.clamp((long) (workNanos * pausePerWork), PAUSE_NANOS_MIN, most);
    }
    // Catching up takes half of one core.
    return behind > 0 ? Math.min(workNanos, PAUSE_NANOS_MAX) : PAUSE_NANOS_MIN;
  }
}
