package dev.graspd.core.hunt.domain;

import dev.graspd.core.machine.Now;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All addresses that we dialled recently. Host names cost nothing, so several names of one address
 * share its limits.
 */
final class DialledAddresses {
  private final DomainLimits limits;

  /** In the order of their last traffic. */
  private final LinkedHashMap<HostAddress, AddressLine> lines = new LinkedHashMap<>();

  /** Addresses with new room, at which hosts wait. */
  private final Set<AddressLine> freed = new LinkedHashSet<>();

  DialledAddresses(DomainLimits limits) {
    this.limits = limits;
  }

  AddressLine line(HostAddress address, Now now) {
    return lines.computeIfAbsent(address, one -> new AddressLine(one, limits, now));
  }

  /** Returns the address at which we last dialled a host, if it is still remembered. */
  Optional<AddressLine> of(DomainLine line) {
    return line.address.flatMap(address -> Optional.ofNullable(lines.get(address)));
  }

  /** A request begins there. */
  void begin(AddressLine line, Now now) {
    line.throttle.count(now);
    line.trafficNanos = now.nanos();
    lines.remove(line.address);
    lines.put(line.address, line);
  }

  /** A request ends there; returns the host that waits for it next. */
  Optional<DomainLine> end(HostAddress address) {
    @Nullable AddressLine line = lines.get(address);
    if (line == null) {
      return Optional.empty();
    }
    line.throttle.end();
    freed.add(line);
    return line.takeWaiting();
  }

  /** Returns a host that waits at an address with new room, if the room is still free. */
  Optional<DomainLine> takeFreed(Now now) {
    while (!freed.isEmpty()) {
      AddressLine line = freed.iterator().next();
      freed.remove(line);
      Optional<DomainLine> next =
          line.throttle.hasRoom(now) ? line.takeWaiting() : Optional.empty();
      if (next.isPresent()) {
        return next;
      }
    }
    return Optional.empty();
  }

  /** A waiting host can continue: perhaps the next one can, too. */
  void released(DomainLine line) {
    of(line).filter(there -> !there.waiting.isEmpty()).ifPresent(freed::add);
  }

  void forgetIdle(Now now) {
    while (!lines.isEmpty()) {
      AddressLine oldest = lines.firstEntry().getValue();
      if (now.nanos() - oldest.trafficNanos < DomainThrottle.WINDOW.toNanos()) {
        return;
      }
      lines.remove(oldest.address);
      if (!oldest.isIdle(now)) {
        oldest.trafficNanos = now.nanos();
        lines.put(oldest.address, oldest);
      }
    }
  }

  int size() {
    return lines.size();
  }
}
