package dev.graspd.bench.hunt;

import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;
import dev.graspd.core.hunt.HuntAction;
import dev.graspd.core.hunt.HuntInput;
import dev.graspd.core.hunt.HuntMachine;
import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.domain.DomainLimits;
import dev.graspd.core.hunt.domain.HuntSettings;
import dev.graspd.core.hunt.missing.MissingData;
import dev.graspd.core.machine.Now;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The memory of the machine for each repository that is compared with two clone URLs, in this
 * process: once all were compared, and while a domain's limits keep most of them waiting.
 */
final class MemoryRow implements HuntRow {
  private static final Duration COMPARED = Duration.ofMinutes(56);
  private static final int DOMAINS = 100;
  private static final int COLLECTIONS = 3;

  /** As many as keep nobody waiting. */
  private static final DomainLimits WIDE = new DomainLimits(1_000, 10_000);

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public void measure(HuntStage stage, Report report) {
    int count = stage.scale().compared();
    String what = ", " + Numbers.show(count) + " repositories compared hourly";
    report.add(Figure.of(name(), "for each" + what, bytes(count, WIDE) / count, "B"));
    report.add(
        Figure.of(
            name(),
            "for each" + what + ", domains too slow",
            bytes(count, DomainLimits.DEFAULT) / count,
            "B"));
  }

  private static double bytes(int count, DomainLimits limits) {
    long before = used();
    Comparing comparing = new Comparing(count, limits);
    double bytes = used() - before;
    comparing.check(count);
    return bytes;
  }

  private static long used() {
    var memory = ManagementFactory.getMemoryMXBean();
    for (int i = 0; i < COLLECTIONS; i++) {
      memory.gc();
    }
    return memory.getHeapMemoryUsage().getUsed();
  }

  /** A machine whose passes end at once and find nothing new, after its first hour. */
  private static final class Comparing {
    private final HuntMachine machine;
    private final Deque<HuntInput> inputs = new ArrayDeque<>();
    private long nanos;

    Comparing(int count, DomainLimits limits) {
      machine =
          new HuntMachine(
              new HuntSettings(limits, Collections.emptySortedMap(), 32, Duration.ofHours(12)),
              new SplittableRandom(1));
      for (int i = 0; i < count; i++) {
        tell(new HuntInput.Hosted(new Identifier("repository-" + i)));
      }
      OptionalLong wake = machine.nextWakeNanos();
      while (wake.isPresent() && wake.getAsLong() < COMPARED.toNanos()) {
        nanos = Math.max(nanos, wake.getAsLong());
        tell(new HuntInput.Woken());
        wake = machine.nextWakeNanos();
      }
    }

    private void tell(HuntInput first) {
      inputs.add(first);
      while (!inputs.isEmpty()) {
        Now now = new Now(nanos, Duration.ofNanos(nanos).toSeconds());
        for (HuntAction action : machine.on(inputs.removeFirst(), now)) {
          switch (action) {
            case HuntAction.Look(var family) -> inputs.add(new HuntInput.Looked(places(family)));
            case HuntAction.Begin begin ->
                inputs.add(
                    new HuntInput.Ended(begin.pass(), new PassOutcome.Nothing("nothing new")));
            case HuntAction.MayDial _, HuntAction.MayNotDial _ -> {}
            case HuntAction.Cancel _, HuntAction.Note _ -> {}
          }
        }
      }
    }

    private static MissingData places(Identifier family) {
      int number = family.text().hashCode() & Integer.MAX_VALUE;
      SortedMap<CloneUrl, SortedSet<Oid>> places = new TreeMap<>();
      for (int i = 0; i < 2; i++) {
        String host = "git" + (number + i) % DOMAINS + ".example";
        CloneUrl url =
            CloneUrl.parse("https://" + host + "/somebody/" + family + ".git").orElseThrow();
        places.put(url, Collections.emptySortedSet());
      }
      return new MissingData(family, places, true);
    }

    void check(int count) {
      if (machine.remembered() == 0
          || machine.view(new Identifier("repository-" + (count - 1))).waits()) {
        throw new IllegalStateException("nothing was compared");
      }
    }
  }
}
