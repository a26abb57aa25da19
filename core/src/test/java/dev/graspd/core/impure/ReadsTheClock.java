package dev.graspd.core.impure;

import java.time.Instant;

final class ReadsTheClock {
  private ReadsTheClock() {}

  static Instant now() {
    return Instant.now();
  }
}
