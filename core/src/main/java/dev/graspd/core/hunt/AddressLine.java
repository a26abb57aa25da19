package dev.graspd.core.hunt;

import dev.graspd.core.machine.Now;
import java.util.Optional;

/** One address: what its hosts ask of it together, and which of them wait until it has room. */
final class AddressLine {
  final HostAddress address;
  final DomainThrottle throttle;
  final LineTurns waiting = new LineTurns();
  long trafficNanos;

  AddressLine(HostAddress address, DomainLimits limits, Now now) {
    this.address = address;
    this.throttle = new DomainThrottle(limits);
    this.trafficNanos = now.nanos();
  }

  /** Takes the next host that waits; one that has delivered before one that anybody could name. */
  Optional<DomainLine> takeWaiting() {
    return waiting.take(true).or(() -> waiting.take(false));
  }

  boolean isIdle(Now now) {
    return waiting.isEmpty() && throttle.isIdle(now);
  }
}
