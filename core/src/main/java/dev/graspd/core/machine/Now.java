package dev.graspd.core.machine;

import java.time.Duration;

/**
 * The time, as an argument.
 *
 * @param nanos of a clock that never jumps and stands still while the server is down
 * @param epochSeconds of the calendar, which may jump
 */
public record Now(long nanos, long epochSeconds) {
  /** Returns the moment this much later on the clock that never jumps. */
  public long after(Duration duration) {
    return nanos + duration.toNanos();
  }
}
