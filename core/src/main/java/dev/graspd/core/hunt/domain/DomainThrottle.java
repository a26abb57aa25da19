package dev.graspd.core.hunt.domain;

import dev.graspd.core.machine.Now;
import dev.graspd.core.machine.SlidingWindow;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Limits the requests to one domain: a number at a time, a number in any 60 seconds, and none
 * during a pause that the domain asked for (purgatory.md, section 4.2). Its memory does not survive
 * a restart.
 */
public final class DomainThrottle {
  static final Duration WINDOW = Duration.ofSeconds(60);

  /** The pause after a 429 without a time; doubles if the next answer is a 429 too. */
  static final Duration PAUSE_DEFAULT = Duration.ofSeconds(65);

  static final Duration PAUSE_MIN = Duration.ofSeconds(1);

  /**
   * The longest pause, even if {@code Retry-After} is longer: one request an hour is polite enough.
   */
  static final Duration PAUSE_MAX = Duration.ofHours(1);

  private static final int DOUBLINGS_MAX = 6;

  private final DomainLimits limits;

  /** When the requests of the last minute began; never more than the limit. */
  private final SlidingWindow begun = new SlidingWindow(WINDOW);

  private int inFlight;
  private long restsUntilNanos = Long.MIN_VALUE;

  /** Pauses in a row without an ordinary answer in between. */
  private int pauses;

  DomainThrottle(DomainLimits limits) {
    this.limits = limits;
  }

  int inFlight() {
    return inFlight;
  }

  boolean hasRoom(Now now) {
    return hasRoom(limits, now);
  }

  /** Returns whether there is room under other limits than its own. */
  boolean hasRoom(DomainLimits limits, Now now) {
    return inFlight < limits.concurrent() && !isTimeNeeded(limits, now);
  }

  /** Comparisons leave one request at a time to hunts, if the limit is more than one. */
  boolean hasRoomForComparison(Now now) {
    return inFlight < Math.max(1, limits.concurrent() - 1) && !isTimeNeeded(limits, now);
  }

  private boolean isTimeNeeded(DomainLimits limits, Now now) {
    return now.nanos() < restsUntilNanos || begun.count(now.nanos()) >= limits.perMinute();
  }

  /**
   * Returns when room appears by time alone; empty if there is room now, or only the end of a
   * request makes room.
   */
  OptionalLong roomNanos(Now now) {
    return roomNanos(limits, now);
  }

  OptionalLong roomNanos(DomainLimits limits, Now now) {
    if (inFlight >= limits.concurrent() || !isTimeNeeded(limits, now)) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(Math.max(begun.belowNanos(limits.perMinute()), restsUntilNanos));
  }

  void begin(Now now) {
    if (!hasRoom(now)) {
      throw new IllegalStateException("no room at this domain");
    }
    count(now);
  }

  /** A request begins, even without room. */
  void count(Now now) {
    inFlight++;
    begun.add(now.nanos());
  }

  void end() {
    inFlight--;
  }

  /** It answered without asking for a pause. */
  public void answered() {
    pauses = 0;
  }

  /**
   * It asks for a pause; returns its length from now.
   *
   * @param begunNanos when the answered request began: a request from before the current pause does
   *     not lengthen it
   */
  public Duration rest(Optional<Duration> asked, long begunNanos, Now now) {
    if (begunNanos >= restsUntilNanos) {
      pauses++;
    }
    Duration own = PAUSE_DEFAULT.multipliedBy(1L << Math.clamp(pauses - 1L, 0, DOUBLINGS_MAX));
    Duration pause = within(PAUSE_MIN, asked.orElse(own), PAUSE_MAX);
    restsUntilNanos = Math.max(restsUntilNanos, now.after(pause));
    return Duration.ofNanos(restsUntilNanos - now.nanos());
  }

  private static Duration within(Duration min, Duration value, Duration max) {
    Duration atLeast = value.compareTo(min) < 0 ? min : value;
    return atLeast.compareTo(max) > 0 ? max : atLeast;
  }

  /** Whether it has nothing to remember. */
  boolean isIdle(Now now) {
    return inFlight == 0 && begun.count(now.nanos()) == 0 && now.nanos() >= restsUntilNanos;
  }
}
