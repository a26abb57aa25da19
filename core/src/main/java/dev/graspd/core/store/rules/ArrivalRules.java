package dev.graspd.core.store.rules;

import dev.graspd.core.store.row.ArrivalRows;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * Notes when events came: one row for a minute, not for an event. The rows are looked up once in a
 * transaction, so that it costs nothing to bring in many events. For one transaction.
 */
final class ArrivalRules {
  private static final long MINUTE = Duration.ofMinutes(1).toSeconds();

  private final ArrivalRows rows;
  private final int kept;
  private OptionalLong noted = OptionalLong.empty();

  ArrivalRules(ArrivalRows rows, int kept) {
    this.rows = rows;
    this.kept = kept;
  }

  /** Notes that an event is served from now on. A clock that was set back begins a row, too. */
  void served(long seq, long nowSeconds) {
    long minute = nowSeconds - Math.floorMod(nowSeconds, MINUTE);
    OptionalLong now = OptionalLong.of(minute);
    if (!noted.equals(now)) {
      noted = now;
      if (!rows.newestMinute().equals(now)) {
        rows.put(seq, minute);
        rows.trim(kept);
      }
    }
  }
}
