package dev.graspd.core.hunt;

import dev.graspd.core.machine.Now;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How much one domain is asked: so many requests at a time, so many in any 60 seconds, none while
 * it wants rest (purgatory.md, section 4.2). It knows one run of the server: its memory of the last
 * minute ends with it.
 */
final class DomainThrottle {
  static final Duration WINDOW = Duration.ofSeconds(60);

  /** The rest after a 429 that does not say how long; doubled when the next answer is one too. */
  static final Duration PAUSE_DEFAULT = Duration.ofSeconds(65);

  static final Duration PAUSE_MIN = Duration.ofSeconds(1);

  /** A longer {@code Retry-After} is not believed: asking once an hour is polite enough. */
  static final Duration PAUSE_MAX = Duration.ofHours(1);

  private static final int DOUBLINGS_MAX = 6;

  private final DomainLimits limits;

  /** When the requests of the last minute began; never more than the limit. */
  private final ArrayDeque<Long> begunNanos = new ArrayDeque<>();

  private int inFlight;
  private long restsUntilNanos = Long.MIN_VALUE;

  /** Rests in a row without an ordinary answer in between. */
  private int rests;

  DomainThrottle(DomainLimits limits) {
    this.limits = limits;
  }

  int inFlight() {
    return inFlight;
  }

  boolean hasRoom(Now now) {
    return hasRoom(limits, now);
  }

  /** Returns whether there is room for somebody to whom other limits apply. */
  boolean hasRoom(DomainLimits limits, Now now) {
    return inFlight < limits.concurrent() && !isTimeNeeded(limits, now);
  }

  /** One request at a time is left to what events wait for, if there are several. */
  boolean hasRoomForComparison(Now now) {
    return inFlight < Math.max(1, limits.concurrent() - 1) && !isTimeNeeded(limits, now);
  }

  private boolean isTimeNeeded(DomainLimits limits, Now now) {
    return now.nanos() < restsUntilNanos || begunWithinWindow(now) >= limits.perMinute();
  }

  private int begunWithinWindow(Now now) {
    while (!begunNanos.isEmpty() && begunNanos.getFirst() + WINDOW.toNanos() <= now.nanos()) {
      begunNanos.removeFirst();
    }
    return begunNanos.size();
  }

  /** Returns when time alone gives room; empty if there is room, or only an end can give it. */
  OptionalLong roomNanos(Now now) {
    return roomNanos(limits, now);
  }

  OptionalLong roomNanos(DomainLimits limits, Now now) {
    if (inFlight >= limits.concurrent() || !isTimeNeeded(limits, now)) {
      return OptionalLong.empty();
    }
    int surplus = begunNanos.size() - limits.perMinute();
    long windowMoves =
        surplus < 0
            ? Long.MIN_VALUE
            : begunNanos.stream().skip(surplus).findFirst().orElseThrow() + WINDOW.toNanos();
    return OptionalLong.of(Math.max(windowMoves, restsUntilNanos));
  }

  void begin(Now now) {
    if (!hasRoom(now)) {
      throw new IllegalStateException("no room at this domain");
    }
    count(now);
  }

  /** A request begins, whether or not there is room. */
  void count(Now now) {
    inFlight++;
    begunNanos.add(now.nanos());
  }

  void end() {
    inFlight--;
  }

  /** It answered in some other way than by wanting rest. */
  void answered() {
    rests = 0;
  }

  /**
   * It wants rest; returns for how long from now.
   *
   * @param begunNanos when the request began that was answered so: one that was under way already
   *     when the rest began does not make it longer by itself
   */
  Duration rest(Optional<Duration> asked, long begunNanos, Now now) {
    if (begunNanos >= restsUntilNanos) {
      rests++;
    }
    Duration own = PAUSE_DEFAULT.multipliedBy(1L << Math.clamp(rests - 1L, 0, DOUBLINGS_MAX));
    Duration pause = within(PAUSE_MIN, asked.orElse(own), PAUSE_MAX);
    restsUntilNanos = Math.max(restsUntilNanos, now.after(pause));
    return Duration.ofNanos(restsUntilNanos - now.nanos());
  }

  private static Duration within(Duration min, Duration value, Duration max) {
    Duration atLeast = value.compareTo(min) < 0 ? min : value;
    return atLeast.compareTo(max) > 0 ? max : atLeast;
  }

  /** Whether a new throttle would be no different. */
  boolean isIdle(Now now) {
    return inFlight == 0 && begunWithinWindow(now) == 0 && now.nanos() >= restsUntilNanos;
  }
}
