package dev.graspd.core.hunt.domain;

import dev.graspd.core.machine.Now;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * All domains, and which of them have a family to serve now. Callers report each change of a domain
 * with {@link #refresh}, so that no step has to go through all domains.
 */
public final class Domains {
  /** Domains without traffic for this long are forgotten, unless a family waits there. */
  static final Duration KEPT = Duration.ofHours(1);

  /** The most domains named in metrics. */
  public static final int SHOWN_MAX = 50;

  /** The most domains remembered because they delivered git data. */
  static final int PROVEN_MAX = 10_000;

  private record Wake(long nanos, Domain domain) {}

  private final HuntSettings settings;

  /** In the order of their last traffic. */
  private final LinkedHashMap<Domain, DomainLine> lines = new LinkedHashMap<>();

  private final LineTurns huntable = new LineTurns();
  private final LineTurns comparable = new LineTurns();
  private final DialledAddresses addresses;

  /** Domains that have delivered, the one with the oldest delivery first. */
  private final Set<Domain> proven = new LinkedHashSet<>();

  private final TreeSet<Wake> wakes =
      new TreeSet<>(Comparator.comparingLong(Wake::nanos).thenComparing(Wake::domain));

  public Domains(HuntSettings settings) {
    this.settings = settings;
    this.addresses = new DialledAddresses(settings.limits());
  }

  public DomainLine line(Domain domain, Now now) {
    return lines.computeIfAbsent(
        domain,
        name -> {
          DomainLine line = new DomainLine(name, settings, now);
          line.isProven = proven.contains(name);
          return line;
        });
  }

  /** Returns whether a domain and its last address have room for a request now. */
  public boolean hasRoom(DomainLine line, Now now) {
    return line.throttle.hasRoom(now) && hasRoomAtAddress(line, now);
  }

  private boolean hasRoomAtAddress(DomainLine line, Now now) {
    return addresses
        .of(line)
        .map(address -> address.throttle.hasRoom(line.limitsAtAddress, now))
        .orElse(true);
  }

  /** A request begins, at the domain and its last address. */
  public void begin(DomainLine line, Visits visits, Now now) {
    count(line, visits, now);
    line.address.ifPresent(address -> count(addresses.line(address, now), visits, now));
  }

  /**
   * A request wants to connect to an address of a domain, its own or another one; returns whether
   * it may. It counts once for each domain and address.
   */
  public boolean dial(DomainLine line, HostAddress address, Visits visits, boolean isOwn, Now now) {
    AddressLine there = addresses.line(address, now);
    if (isOwn && !line.address.equals(Optional.of(address))) {
      addresses.of(line).ifPresent(before -> before.waiting.set(line, false));
      line.address = Optional.of(address);
    }
    boolean may =
        (visits.domains().contains(line.domain) || line.throttle.hasRoom(now))
            && (visits.addresses().contains(address)
                || there.throttle.hasRoom(line.limitsAtAddress, now));
    if (may) {
      count(line, visits, now);
      count(there, visits, now);
    }
    refresh(line, now);
    return may;
  }

  private void count(AddressLine there, Visits visits, Now now) {
    if (visits.addresses().add(there.address)) {
      addresses.begin(there, now);
    }
  }

  private void count(DomainLine line, Visits visits, Now now) {
    if (!visits.domains().add(line.domain)) {
      return;
    }
    line.throttle.begin(now);
    line.requests++;
    line.trafficNanos = now.nanos();
    lines.remove(line.domain);
    lines.put(line.domain, line);
    refresh(line, now);
  }

  /** A request has ended, at all domains and addresses that it visited. */
  public void end(Visits visits, Now now) {
    for (Domain domain : visits.domains()) {
      DomainLine line = line(domain, now);
      line.throttle.end();
      refresh(line, now);
    }
    for (HostAddress address : visits.addresses()) {
      addresses.end(address).ifPresent(next -> refresh(next, now));
    }
  }

  /** A domain delivered git data that we looked for. */
  public void delivered(DomainLine line, Now now) {
    line.isProven = true;
    proven.remove(line.domain);
    proven.add(line.domain);
    if (proven.size() > PROVEN_MAX) {
      Domain oldest = proven.iterator().next();
      proven.remove(oldest);
    }
    refresh(line, now);
  }

  /** A domain has changed: works out whether it can serve a family now, or when. */
  public void refresh(DomainLine line, Now now) {
    boolean hasPlace = hasRoomAtAddress(line, now);
    huntable.set(line, hasPlace && line.canHunt(now));
    comparable.set(line, hasPlace && line.canCompare(now));
    addresses.of(line).ifPresent(there -> there.waiting.set(line, !hasPlace && line.isAwaited()));
    line.wakeNanos.ifPresent(nanos -> wakes.remove(new Wake(nanos, line.domain)));
    line.wakeNanos = nextTurnNanos(line, now);
    line.wakeNanos.ifPresent(nanos -> wakes.add(new Wake(nanos, line.domain)));
  }

  /** Returns when a turn becomes possible by time alone. */
  private OptionalLong nextTurnNanos(DomainLine line, Now now) {
    if (!line.isAwaited()) {
      return OptionalLong.empty();
    }
    OptionalLong there =
        addresses
            .of(line)
            .map(address -> address.throttle.roomNanos(line.limitsAtAddress, now))
            .orElse(OptionalLong.empty());
    return LongStream.concat(line.throttle.roomNanos(now).stream(), there.stream()).max();
  }

  /** Time has passed: limits may have room and pauses may be over. */
  public void wake(Now now) {
    while (!wakes.isEmpty() && wakes.first().nanos() <= now.nanos()) {
      @Nullable DomainLine line = lines.get(wakes.removeFirst().domain());
      if (line != null) {
        line.wakeNanos = OptionalLong.empty();
        refresh(line, now);
      }
    }
    forgetIdle(now);
    addresses.forgetIdle(now);
  }

  private void forgetIdle(Now now) {
    while (!lines.isEmpty()) {
      DomainLine oldest = lines.firstEntry().getValue();
      if (now.nanos() - oldest.trafficNanos < KEPT.toNanos()) {
        return;
      }
      lines.remove(oldest.domain);
      if (!oldest.isIdle(now)) {
        oldest.trafficNanos = now.nanos();
        lines.put(oldest.domain, oldest);
      }
    }
  }

  /** Takes the domain that can hunt and has waited longest; the next call takes another. */
  public Optional<DomainLine> nextHuntable(boolean onlyProven, Now now) {
    return next(huntable, onlyProven, now);
  }

  public Optional<DomainLine> nextComparable(boolean onlyProven, Now now) {
    return next(comparable, onlyProven, now);
  }

  private Optional<DomainLine> next(LineTurns turns, boolean onlyProven, Now now) {
    Optional<DomainLine> line = rotate(turns, onlyProven, now);
    while (line.isEmpty()) {
      Optional<DomainLine> freed = addresses.takeFreed(now);
      if (freed.isEmpty()) {
        return line;
      }
      refresh(freed.get(), now);
      line = rotate(turns, onlyProven, now);
      line.ifPresent(addresses::released);
    }
    return line;
  }

  private Optional<DomainLine> rotate(LineTurns turns, boolean onlyProven, Now now) {
    Optional<DomainLine> line = turns.take(onlyProven);
    while (line.isPresent()) {
      refresh(line.get(), now);
      if (turns.contains(line.get())) {
        return line;
      }
      line = turns.take(onlyProven);
    }
    return Optional.empty();
  }

  public OptionalLong nextWakeNanos() {
    return wakes.isEmpty() ? OptionalLong.empty() : OptionalLong.of(wakes.first().nanos());
  }

  public int size() {
    return lines.size() + addresses.size();
  }

  /** Returns the domains with traffic in the last hour, the most recent ones. */
  public SortedMap<Domain, HuntTotals.Traffic> traffic(Now now) {
    SortedMap<Domain, HuntTotals.Traffic> traffic = new TreeMap<>();
    lines.sequencedValues().reversed().stream()
        .filter(line -> line.requests > 0 && now.nanos() - line.trafficNanos < KEPT.toNanos())
        .limit(SHOWN_MAX)
        .forEach(line ->
            traffic.put(
                line.domain, new HuntTotals.Traffic(line.throttle.inFlight(), line.requests)));
    return Collections.unmodifiableSortedMap(traffic);
  }
}
