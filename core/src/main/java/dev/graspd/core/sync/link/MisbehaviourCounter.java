package dev.graspd.core.sync.link;

import dev.graspd.core.machine.Now;
import dev.graspd.core.machine.SlidingWindow;
import java.time.Duration;
import java.util.Optional;

/** Counts the misbehaviour of a relay on one connection (threats.md, section 3). */
public final class MisbehaviourCounter {
  public static final int FORGED_MAX = 3;
  static final int OFF_FILTER_MAX = 100;
  static final int NOTICES_PER_MINUTE_MAX = 20;

  /**
   * Higher than for other notices: a relay may complain about each of many requests sent together.
   */
  static final int COMPLAINTS_PER_MINUTE_MAX = 200;

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final SlidingWindow notices = new SlidingWindow(MINUTE);
  private final SlidingWindow complaints = new SlidingWindow(MINUTE);
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
    return isTooMany(notices, NOTICES_PER_MINUTE_MAX, now);
  }

  /** Returns whether there are too many complaints about our requests. */
  boolean complaint(Now now) {
    return isTooMany(complaints, COMPLAINTS_PER_MINUTE_MAX, now);
  }

  private static boolean isTooMany(SlidingWindow lately, int max, Now now) {
    lately.add(now.nanos());
    return lately.count(now.nanos()) > max;
  }
}
