package dev.graspd.core.sync.relays;

import java.time.Duration;

/**
 * How long to wait after failures.
 *
 * @param base the pause after the first one; each further one doubles it
 * @param max the longest pause
 */
public record HealthSettings(Duration base, Duration max) {
  public static final HealthSettings DEFAULT =
      new HealthSettings(Duration.ofSeconds(5), Duration.ofHours(1));

  public HealthSettings {
    if (!base.isPositive() || !max.isPositive()) {
      throw new IllegalArgumentException("pauses are longer than nothing");
    }
  }
}
