package dev.graspd.server.migrate.remote;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Decides which spans of time to ask a relay for, so that no answer is cut by its limit: a span
 * with a full answer is halved (operations.md, M-1). Pure; for one thread.
 */
final class EventWindows {
  /** A span of time in seconds since 1970, both ends included. */
  record Window(long since, long until) {}

  /** What to do with the events of an answer. */
  enum Decision {
    TAKE,
    /** Its halves are asked for instead. */
    ASK_AGAIN,
    /** One second has more events than the relay gives; the rest cannot be asked for. */
    TAKE_CUT
  }

  /** The end of the year 2099: no relay accepts events from later. */
  static final long LAST_SECOND = 4_102_444_799L;

  private final Deque<Window> open = new ArrayDeque<>();

  EventWindows() {
    open.push(new Window(0, LAST_SECOND));
  }

  /** Returns the next span, the newest first; empty at the end. */
  Optional<Window> next() {
    return Optional.ofNullable(open.poll());
  }

  /**
   * Decides on an answer.
   *
   * @param count the events in it
   * @param limit the most that the relay gives
   */
  Decision answered(Window window, int count, int limit) {
    if (count < limit) {
      return Decision.TAKE;
    }
    if (window.since == window.until) {
      return Decision.TAKE_CUT;
    }
    long middle = window.since + (window.until - window.since) / 2;
    open.push(new Window(window.since, middle));
    open.push(new Window(middle + 1, window.until));
    return Decision.ASK_AGAIN;
  }
}
