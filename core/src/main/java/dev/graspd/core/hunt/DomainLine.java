package dev.graspd.core.hunt;

import dev.graspd.core.machine.Now;
import java.util.Optional;
import java.util.OptionalLong;

/** One domain: its limits, and who waits for a turn there. */
final class DomainLine {
  final Domain domain;
  final DomainThrottle throttle;

  /** What its address may be asked for all its names, when it is this one's turn. */
  final DomainLimits limitsAtAddress;

  /** Those whose events wait. They go first. */
  final DomainQueue hunts = new DomainQueue();

  final DomainQueue comparisons = new DomainQueue();

  /** The address at which it was last dialled. */
  Optional<HostAddress> address = Optional.empty();

  /** Whether something that was sought came from it. */
  boolean isProven;

  /** When it is looked at again, because time will have given room. */
  OptionalLong wakeNanos = OptionalLong.empty();

  long requests;
  long trafficNanos;

  DomainLine(Domain domain, HuntSettings settings, Now now) {
    this.domain = domain;
    this.throttle = new DomainThrottle(settings.limitsOf(domain));
    this.limitsAtAddress = settings.limitsOf(domain).orMore(settings.limits());
    this.trafficNanos = now.nanos();
  }

  /** Returns whether a hunt could go on here, as far as it depends on this domain alone. */
  boolean canHunt(Now now) {
    return hunts.hasNext() && throttle.hasRoom(now);
  }

  boolean canCompare(Now now) {
    return comparisons.hasNext() && throttle.hasRoomForComparison(now);
  }

  boolean isAwaited() {
    return hunts.hasNext() || comparisons.hasNext();
  }

  boolean isIdle(Now now) {
    return hunts.isEmpty() && comparisons.isEmpty() && throttle.isIdle(now);
  }
}
