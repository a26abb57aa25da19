package dev.graspd.server.gate;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/** Counts what somebody did in the last hour; remembers only those who did something. */
final class HourlyCounts {
  private static final long HOUR_NANOS = Duration.ofHours(1).toNanos();

  private final Map<String, ArrayDeque<Long>> times = new HashMap<>();

  int of(String who, long nowNanos) {
    forget(nowNanos);
    ArrayDeque<Long> own = times.get(who);
    return own == null ? 0 : own.size();
  }

  void add(String who, long nowNanos) {
    times.computeIfAbsent(who, _ -> new ArrayDeque<>()).add(nowNanos);
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
