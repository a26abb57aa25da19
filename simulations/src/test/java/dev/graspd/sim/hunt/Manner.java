package dev.graspd.sim.hunt;

import java.util.random.RandomGenerator;

/** How a git host behaves for a while. */
enum Manner {
  GOOD,
  /** It says that there is no such repository. */
  ABSENT,
  /** It takes minutes. */
  SLOW,
  /** It gives a part of what it has. */
  PARTIAL,
  /** It sends something else. */
  WRONG,
  REFUSING,
  /** It answers every second time. */
  FLAPPING,
  /** It sends us elsewhere, sometimes in circles. */
  REDIRECTING,
  /** 429, and no word about how long. */
  BUSY,
  /** 429, and how long. */
  BUSY_SAYING_HOW_LONG,
  /** It answers nothing until we give up. */
  HANGING,
  /** Its name is gone. */
  NAMELESS;

  static Manner any(RandomGenerator random) {
    Manner[] all = values();
    Manner manner = all[random.nextInt(all.length)];
    // One that bans itself for half a day makes the rest of a run empty.
    return manner == NAMELESS && random.nextInt(4) > 0 ? GOOD : manner;
  }
}
