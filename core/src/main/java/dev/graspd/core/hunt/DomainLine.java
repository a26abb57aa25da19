package dev.graspd.core.hunt;

import dev.graspd.core.machine.Now;
import java.util.OptionalLong;

/** One domain: its limits, and who waits for a turn there. */
final class DomainLine {
  final Domain domain;
  final DomainThrottle throttle;

  /** Those whose events wait. They go first. */
  final DomainQueue hunts = new DomainQueue();

  final DomainQueue comparisons = new DomainQueue();

  /** When it is looked at again, because time will have given room. */
  OptionalLong wakeNanos = OptionalLong.empty();

  long requests;
  long trafficNanos;

  DomainLine(Domain domain, DomainLimits limits, Now now) {
    this.domain = domain;
    this.throttle = new DomainThrottle(limits);
    this.trafficNanos = now.nanos();
  }

  boolean canHunt(Now now) {
    return hunts.hasNext() && throttle.hasRoom(now);
  }

  boolean canCompare(Now now) {
    return comparisons.hasNext() && throttle.hasRoomForComparison(now);
  }

  /** Returns when somebody's turn comes by time alone. */
  OptionalLong nextTurnNanos(Now now) {
    return hunts.hasNext() || comparisons.hasNext()
        ? throttle.roomNanos(now)
        : OptionalLong.empty();
  }

  boolean isIdle(Now now) {
    return hunts.isEmpty() && comparisons.isEmpty() && throttle.isIdle(now);
  }
}
