package dev.graspd.core.hunt.domain;

import dev.graspd.core.machine.Now;
import dev.graspd.core.repo.Identifier;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedSet;

/** One domain: its limits, and the families that wait for a turn there. */
public final class DomainLine {
  public final Domain domain;
  public final DomainThrottle throttle;

  /** The limits of its address, for all names there, when it is this domain's turn. */
  final DomainLimits limitsAtAddress;

  /** Families with held events. They go first. */
  public final DomainQueue hunts = new DomainQueue();

  public final DomainQueue comparisons = new DomainQueue();

  /** Families to be compared later, in order: there is enough to do. */
  public final SequencedSet<Identifier> postponed = new LinkedHashSet<>();

  /** Those of them whose URLs are being looked up, because there is room. */
  public int recalled;

  /** The address at which we last dialled it. */
  Optional<HostAddress> address = Optional.empty();

  /** Whether it has ever delivered git data that we looked for. */
  public boolean isProven;

  /** When to check it again, because its limits have room by then. */
  OptionalLong wakeNanos = OptionalLong.empty();

  long requests;
  long trafficNanos;

  DomainLine(Domain domain, HuntSettings settings, Now now) {
    this.domain = domain;
    this.throttle = new DomainThrottle(settings.limitsOf(domain));
    this.limitsAtAddress = settings.limitsOf(domain).orMore(settings.limits());
    this.trafficNanos = now.nanos();
  }

  /** Returns whether a hunt could continue here, as far as it depends on this domain alone. */
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
    return hunts.isEmpty()
        && comparisons.isEmpty()
        && postponed.isEmpty()
        && recalled == 0
        && throttle.isIdle(now);
  }
}
