package dev.graspd.core.store;

import dev.graspd.core.repo.Identifier;
import java.util.OptionalLong;

/**
 * How long a held event still waits.
 *
 * @param home the family that it waits in
 * @param lapsed whether its time is over, so that it is only remembered
 * @param deadlineNanos when this changes, on the clock that stands still while the server is down
 * @param lapsedSeconds when its time was over, on the calendar; empty if it is not, or if it was
 *     written by a version that did not say
 * @param soon whether its git data is fetched at once; if not, a push is probably on its way
 */
public record Wait(
    Identifier home, boolean lapsed, long deadlineNanos, OptionalLong lapsedSeconds, boolean soon) {
  /** A wait for a push. */
  public Wait(Identifier home, boolean lapsed, long deadlineNanos, OptionalLong lapsedSeconds) {
    this(home, lapsed, deadlineNanos, lapsedSeconds, false);
  }

  /** A wait of which only the family is known. */
  public Wait(Identifier home, boolean lapsed, long deadlineNanos) {
    this(home, lapsed, deadlineNanos, OptionalLong.empty());
  }

  /** A wait whose time is over. */
  public static Wait lapsed(Identifier home, long memoryEndsNanos, long atSeconds) {
    return new Wait(home, true, memoryEndsNanos, OptionalLong.of(atSeconds));
  }
}
