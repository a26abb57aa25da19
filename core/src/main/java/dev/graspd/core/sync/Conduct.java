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
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Deque<Long> noticeNanos = new ArrayDeque<>();
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

  /** Returns whether there are too many. */
  boolean notice(Now now) {
    noticeNanos.add(now.nanos());
    while (now.nanos() - noticeNanos.getFirst() > MINUTE.toNanos()) {
      noticeNanos.removeFirst();
    }
    return noticeNanos.size() > NOTICES_PER_MINUTE_MAX;
  }
}
