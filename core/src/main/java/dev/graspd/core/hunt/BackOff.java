package dev.graspd.core.hunt;

import java.time.Duration;

/** The pause of a family after an attempt that did not bring everything: 20, 40, 80, 120 s. */
final class BackOff {
  static final Duration FIRST = Duration.ofSeconds(20);
  static final Duration MAX = Duration.ofMinutes(2);

  private static final int DOUBLINGS_MAX = 3;

  private BackOff() {}

  /**
   * Returns the pause after this many attempts since the last fresh start.
   *
   * @param attempts at least 1
   */
  static Duration after(int attempts) {
    Duration pause = FIRST.multipliedBy(1L << Math.min(attempts - 1, DOUBLINGS_MAX));
    return pause.compareTo(MAX) < 0 ? pause : MAX;
  }
}
