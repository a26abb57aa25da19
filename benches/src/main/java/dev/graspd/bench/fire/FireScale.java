package dev.graspd.bench.fire;

import java.time.Duration;

/**
 * The size of a run.
 *
 * @param addresses that attack at once
 * @param warmUps rounds of the honest user before the first that counts
 * @param idleRounds rounds without an attack
 * @param attacked the time of the honest user beside each attack
 */
record FireScale(int addresses, int warmUps, int idleRounds, Duration attacked) {
  static final FireScale FULL = new FireScale(20, 20, 60, Duration.ofSeconds(12));
  static final FireScale QUICK = new FireScale(20, 10, 20, Duration.ofSeconds(8));
}
