package dev.graspd.core.hunt.domain;

import dev.graspd.core.machine.Now;
import java.util.Optional;

/**
 * One address: the requests of all its hosts together, and the hosts that wait until it has room.
 */
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

  /**
   * Takes the next waiting host; hosts that have delivered go before hosts that anybody could name.
   */
  Optional<DomainLine> takeWaiting() {
    return waiting.take(true).or(() -> waiting.take(false));
  }

  boolean isIdle(Now now) {
    return waiting.isEmpty() && throttle.isIdle(now);
  }
}
