package dev.graspd.core.hunt;

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
import org.jspecify.annotations.Nullable;

/**
 * All domains, and which of them can act now. Whoever changes a domain says so with {@link
 * #refresh}: that is the trigger of its queue, so that nobody ever goes through all of them.
 */
final class Domains {
  /** Domains without traffic for so long are forgotten, unless somebody waits there. */
  static final Duration KEPT = Duration.ofHours(1);

  /** Domains that are named in metrics. */
  static final int SHOWN_MAX = 50;

  private record Wake(long nanos, Domain domain) {}

  private final HuntSettings settings;

  /** In the order of their last traffic. */
  private final LinkedHashMap<Domain, DomainLine> lines = new LinkedHashMap<>();

  private final Set<DomainLine> huntable = new LinkedHashSet<>();
  private final Set<DomainLine> comparable = new LinkedHashSet<>();
  private final TreeSet<Wake> wakes =
      new TreeSet<>(Comparator.comparingLong(Wake::nanos).thenComparing(Wake::domain));

  Domains(HuntSettings settings) {
    this.settings = settings;
  }

  DomainLine line(Domain domain, Now now) {
    return lines.computeIfAbsent(
        domain, name -> new DomainLine(name, settings.limitsOf(name), now));
  }

  /** A request begins. */
  void begin(DomainLine line, Now now) {
    line.throttle.begin(now);
    line.requests++;
    line.trafficNanos = now.nanos();
    lines.remove(line.domain);
    lines.put(line.domain, line);
    refresh(line, now);
  }

  /** Something about a domain has changed: says whether it can act now, or when. */
  void refresh(DomainLine line, Now now) {
    set(huntable, line, line.canHunt(now));
    set(comparable, line, line.canCompare(now));
    line.wakeNanos.ifPresent(nanos -> wakes.remove(new Wake(nanos, line.domain)));
    line.wakeNanos = line.nextTurnNanos(now);
    line.wakeNanos.ifPresent(nanos -> wakes.add(new Wake(nanos, line.domain)));
  }

  private static void set(Set<DomainLine> lines, DomainLine line, boolean isIn) {
    if (isIn) {
      lines.add(line);
    } else {
      lines.remove(line);
    }
  }

  /** Time has passed: windows have moved and rests are over. */
  void wake(Now now) {
    while (!wakes.isEmpty() && wakes.first().nanos() <= now.nanos()) {
      @Nullable DomainLine line = lines.get(wakes.removeFirst().domain());
      if (line != null) {
        line.wakeNanos = OptionalLong.empty();
        refresh(line, now);
      }
    }
    forgetIdle(now);
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
  Optional<DomainLine> nextHuntable(Now now) {
    return rotate(huntable, now);
  }

  Optional<DomainLine> nextComparable(Now now) {
    return rotate(comparable, now);
  }

  private Optional<DomainLine> rotate(Set<DomainLine> set, Now now) {
    while (!set.isEmpty()) {
      DomainLine line = set.iterator().next();
      set.remove(line);
      refresh(line, now);
      if (set.contains(line)) {
        return Optional.of(line);
      }
    }
    return Optional.empty();
  }

  OptionalLong nextWakeNanos() {
    return wakes.isEmpty() ? OptionalLong.empty() : OptionalLong.of(wakes.first().nanos());
  }

  int size() {
    return lines.size();
  }

  /** Returns the domains with traffic in the last hour, the most recent ones. */
  SortedMap<Domain, HuntTotals.Traffic> traffic(Now now) {
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
