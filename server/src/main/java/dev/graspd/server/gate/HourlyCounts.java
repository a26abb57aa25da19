package dev.graspd.server.gate;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts what somebody did in the last hour. Thread-safe; remembers only those who did something.
 */
final class HourlyCounts {
  private static final long HOUR_NANOS = Duration.ofHours(1).toNanos();

  private final Map<String, ArrayDeque<Long>> times = new HashMap<>();

  /** Returns whether one more would be counted. */
  synchronized boolean hasRoom(String who, int max, long nowNanos) {
    forget(nowNanos);
    ArrayDeque<Long> own = times.get(who);
    return (own == null ? 0 : own.size()) < max;
  }

  /** Counts one more, unless the limit is reached; returns whether it was counted. */
  synchronized boolean take(String who, int max, long nowNanos) {
    forget(nowNanos);
    ArrayDeque<Long> own = times.computeIfAbsent(who, _ -> new ArrayDeque<>());
    if (own.size() >= max) {
      return false;
    }
    own.add(nowNanos);
    return true;
  }

  private void forget(long nowNanos) {
    times
        .values()
        .removeIf(own -> {
          while (!own.isEmpty() && nowNanos - own.element() > HOUR_NANOS) {
            own.remove();
          }
          return own.isEmpty();
        });
  }
}
