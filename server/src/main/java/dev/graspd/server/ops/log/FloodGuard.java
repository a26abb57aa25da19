package dev.graspd.server.ops.log;

import java.util.HashMap;
import java.util.Map;

/**
 * Admits a few log lines per cause and second and counts the rest, so that a flood from outside
 * neither fills the disk nor hides other lines. Admits a stack trace per cause and minute. Owned by
 * the appender, which serialises calls.
 */
final class FloodGuard {
  /** The most lines of one cause per second; below 10 with the line about omitted ones. */
  static final int LINES_A_SECOND_MAX = 8;

  /** The least time between two stack traces of one cause. */
  static final long STACK_MILLIS = 60_000;

  /** More causes than the code has; only a message built by hand could exceed it. */
  private static final int CAUSES_MAX = 1_000;

  private final Map<String, Integer> seen = new HashMap<>();
  private final Map<String, Long> stacks = new HashMap<>();
  private long second = Long.MIN_VALUE;
  private int suppressed;

  boolean admit(String cause, long nowMillis) {
    startSecond(nowMillis);
    if (seen.size() >= CAUSES_MAX && !seen.containsKey(cause)) {
      suppressed++;
      return false;
    }
    boolean admitted = seen.merge(cause, 1, Integer::sum) <= LINES_A_SECOND_MAX;
    if (!admitted) {
      suppressed++;
    }
    return admitted;
  }

  boolean admitStack(String cause, long nowMillis) {
    stacks.values().removeIf(at -> nowMillis - at >= STACK_MILLIS || at > nowMillis);
    return stacks.size() < CAUSES_MAX && stacks.putIfAbsent(cause, nowMillis) == null;
  }

  /** Returns how many lines of earlier seconds were omitted, once. */
  int takeSuppressed(long nowMillis) {
    if (suppressed == 0 || !startSecond(nowMillis)) {
      return 0;
    }
    int count = suppressed;
    suppressed = 0;
    return count;
  }

  private boolean startSecond(long nowMillis) {
    long now = nowMillis / 1000;
    if (now == second) {
      return false;
    }
    second = now;
    seen.clear();
    return true;
  }
}
