package dev.graspd.server.ops.log;

import java.util.HashMap;
import java.util.Map;

/**
 * Lets a few lines of one cause a second through and counts the rest, so that a flood from outside
 * costs no disk and hides nothing else. A stack trace is written once a minute for each cause.
 * Owned by the appender, which serialises calls.
 */
final class FloodGuard {
  /** Lines of one cause in one second; with the line about those left out it is below 10. */
  static final int LINES_A_SECOND_MAX = 8;

  /** How long a cause has no second stack trace. */
  static final long STACK_MILLIS = 60_000;

  /** More causes than the code has; only a message built by hand could exceed it. */
  private static final int CAUSES_MAX = 1_000;

  private final Map<String, Integer> seen = new HashMap<>();
  private final Map<String, Long> stacks = new HashMap<>();
  private long second = Long.MIN_VALUE;
  private int suppressed;

  /** Returns whether a line may be written. */
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

  /** Returns whether the stack trace of a line may be written with it. */
  boolean admitStack(String cause, long nowMillis) {
    stacks.values().removeIf(at -> nowMillis - at >= STACK_MILLIS || at > nowMillis);
    return stacks.size() < CAUSES_MAX && stacks.putIfAbsent(cause, nowMillis) == null;
  }

  /** Returns how many lines of earlier seconds were left out, once. */
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
