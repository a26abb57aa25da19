package dev.graspd.core.sync;

import dev.graspd.core.machine.Now;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** What a relay does wrong on one connection, counted (threats.md, outgoing connections). */
final class Conduct {
  static final int FORGED_MAX = 3;
  static final int OFF_FILTER_MAX = 100;
  static final int NOTICES_PER_MINUTE_MAX = 20;

  /** Complaints may answer each of the requests that were sent at once. */
  static final int COMPLAINTS_PER_MINUTE_MAX = 200;

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Deque<Long> noticeNanos = new ArrayDeque<>();
  private final Deque<Long> complaintNanos = new ArrayDeque<>();
  private int forged;
  private int offFilter;

  Optional<String> forged() {
    return ++forged >= FORGED_MAX
        ? Optional.of("sent " + forged + " events with a wrong id or signature")
        : Optional.empty();
  }

  Optional<String> offFilter() {
    return ++offFilter >= OFF_FILTER_MAX
        ? Optional.of("sent " + offFilter + " events that nobody asked for")
        : Optional.empty();
  }

  /** Returns whether there are too many notices. */
  boolean notice(Now now) {
    return isTooMany(noticeNanos, NOTICES_PER_MINUTE_MAX, now);
  }

  /** Returns whether there are too many notices that answer what we sent. */
  boolean complaint(Now now) {
    return isTooMany(complaintNanos, COMPLAINTS_PER_MINUTE_MAX, now);
  }

  private static boolean isTooMany(Deque<Long> times, int max, Now now) {
    times.add(now.nanos());
    while (now.nanos() - times.getFirst() > MINUTE.toNanos()) {
      times.removeFirst();
    }
    return times.size() > max;
  }
}
