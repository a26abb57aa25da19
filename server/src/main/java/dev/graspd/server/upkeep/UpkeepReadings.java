package dev.graspd.server.upkeep;

import java.time.Instant;
import java.util.Optional;

/**
 * The results of upkeep since this server took it over, for status pages.
 *
 * @param lastDone when it last repacked a family
 */
public record UpkeepReadings(
    long done, long failed, long rewrittenBytes, long reclaimedBytes, Optional<Instant> lastDone) {
  /** Nothing was done. */
  public static final UpkeepReadings NONE = new UpkeepReadings(0, 0, 0, 0, Optional.empty());

  UpkeepReadings withDone(long before, long after, Instant now) {
    return new UpkeepReadings(
        done + 1,
        failed,
        rewrittenBytes + after,
        reclaimedBytes + Math.max(0, before - after),
        Optional.of(now));
  }

  UpkeepReadings withFailed() {
    return new UpkeepReadings(done, failed + 1, rewrittenBytes, reclaimedBytes, lastDone);
  }
}
