package dev.graspd.server.ops.log;

import java.util.HashMap;
import java.util.Map;

/**
 * Lets a number of equal messages a second through and counts the rest, so that a flood from
 * outside costs no disk. Equal means: the same text before its arguments are filled in. Owned by
 * the appender, which serialises calls.
 */
final class FloodGuard {
  /** Lines of one message in one second. */
  static final int LINES_A_SECOND_MAX = 50;

  /** More texts than the code has; only a message built by hand could exceed it. */
  private static final int TEXTS_MAX = 1_000;

  private final Map<String, Integer> seen = new HashMap<>();
  private long second = Long.MIN_VALUE;
  private int suppressed;

  /** Returns whether the line may be written. */
  boolean admit(String message, long nowMillis) {
    startSecond(nowMillis);
    if (seen.size() >= TEXTS_MAX && !seen.containsKey(message)) {
      suppressed++;
      return false;
    }
    boolean admitted = seen.merge(message, 1, Integer::sum) <= LINES_A_SECOND_MAX;
    if (!admitted) {
      suppressed++;
    }
    return admitted;
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
