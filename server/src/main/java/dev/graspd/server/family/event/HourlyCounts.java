package dev.graspd.server.family.event;

import dev.graspd.core.machine.SlidingWindow;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts actions in the last hour by name: a {@link SlidingWindow} for each name, forgotten when it
 * is empty. Not thread-safe; time is an argument.
 */
final class HourlyCounts {
  private final Map<String, SlidingWindow> times = new HashMap<>();

  int of(String who, long nowNanos) {
    times.values().removeIf(own -> own.count(nowNanos) == 0);
    SlidingWindow own = times.get(who);
    return own == null ? 0 : own.count(nowNanos);
  }

  void add(String who, long nowNanos) {
    times.computeIfAbsent(who, _ -> new SlidingWindow(Duration.ofHours(1))).add(nowNanos);
  }
}
