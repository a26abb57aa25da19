package dev.graspd.server.hook;

import java.time.Duration;
import java.time.InstantSource;

/**
 * The clock of deliveries.
 *
 * @param scale how many times faster everything happens; 1 outside tests
 * @param startMillis when this process began
 */
public record HookTimes(InstantSource clock, int scale, long startMillis) {
  public static HookTimes of(InstantSource clock, int scale) {
    return new HookTimes(clock, scale, clock.millis());
  }

  long nowMillis() {
    return startMillis + (clock.millis() - startMillis) * scale;
  }

  long nowSeconds() {
    return clock.instant().getEpochSecond();
  }

  /** Returns how long to wait until this time; at least a millisecond. */
  Duration until(long millis) {
    return Duration.ofMillis(Math.max(1, (millis - nowMillis()) / scale));
  }
}
