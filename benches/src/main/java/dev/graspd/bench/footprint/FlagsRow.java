package dev.graspd.bench.footprint;

import dev.graspd.bench.git.load.Source;
import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.process.OwnServer;
import dev.graspd.bench.report.BenchRow;
import dev.graspd.bench.report.Comparison;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the small heap costs: two servers side by side, one with our flags for the JVM and one with
 * others, under the same load in turn. Other load of the machine affects both, and the ratio within
 * each round stays.
 *
 * @param others the flags to compare with
 */
record FlagsRow(Launcher launcher, String others) implements BenchRow<FootprintRow.Scene> {
  /** Those before the heap was made small: what the JVM chooses by itself. */
  static final String BEFORE =
      "-XX:ErgoHeapSizeLimit=0 -XX:InitialHeapSize=0 -XX:MinHeapFreeRatio=40"
          + " -XX:MaxHeapFreeRatio=70 -XX:GCTimeRatio=12 -XX:G1PeriodicGCInterval=0"
          + " -XX:TrimNativeHeapInterval=0 -XX:ArchiveRelocationMode=1";

  private static final double SLOWER_MAX = 1.05;
  private static final double RATE_MIN = 0.95;
  private static final int THOUSAND = 1_000;

  /** The cost of one round. */
  private record Round(double eventsPerSecond, double events, double queries, double turns) {}

  @Override
  public String name() {
    return "flags";
  }

  @Override
  public void measure(FootprintRow.Scene scene, Report report)
      throws IOException, InterruptedException {
    report.note("against " + others);
    Source large = Source.of(scene.scale().large(), scene.work());
    Path before = launcher.directory("flags-before");
    Path now = launcher.directory("flags-now");
    Launcher.remove(before);
    Launcher.remove(now);
    SortedMap<String, String> settings = new TreeMap<>(FootprintRow.settings());
    settings.put("GRASPD_JAVA_OPTS", others);
    settings.put(
        "MALLOC_ARENA_MAX", Integer.toString(8 * Runtime.getRuntime().availableProcessors()));
    try (OwnServer one = launcher.start(before, settings);
        OwnServer other = launcher.start(now, FootprintRow.settings())) {
      Side old = new Side(one, new FootprintStage(one, scene.client(), large));
      Side own = new Side(other, new FootprintStage(other, scene.client(), large));
      report(scene.scale().flags(), old, own, report);
    }
  }

  /** A server and its load. */
  private record Side(OwnServer server, FootprintStage stage) {
    Round round(FlagsScale scale) throws IOException, InterruptedException {
      double begin = cpu();
      long beginNanos = System.nanoTime();
      stage.events(scale.events());
      double seconds = (System.nanoTime() - beginNanos) / 1e9;
      double published = cpu();
      stage.queries(scale.queries());
      double asked = cpu();
      for (int i = 0; i < scale.turns(); i++) {
        stage.turn();
      }
      return new Round(
          scale.events() / seconds,
          THOUSAND * THOUSAND * (published - begin) / scale.events(),
          THOUSAND * THOUSAND * (asked - published) / scale.queries(),
          THOUSAND * (cpu() - asked) / scale.turns());
    }

    private double cpu() {
      return server.cost().orElseThrow().cpuSeconds();
    }
  }

  private static void report(FlagsScale scale, Side old, Side own, Report report)
      throws IOException, InterruptedException {
    // The first round compiles.
    var _ = old.round(scale);
    var _ = own.round(scale);
    Round[] before = new Round[scale.rounds()];
    Round[] now = new Round[scale.rounds()];
    for (int i = 0; i < scale.rounds(); i++) {
      boolean isOwnFirst = i % 2 == 1;
      if (isOwnFirst) {
        now[i] = own.round(scale);
      }
      before[i] = old.round(scale);
      if (!isOwnFirst) {
        now[i] = own.round(scale);
      }
    }
    rate(before, now, report);
    cpu("CPU of 1,000 events", Round::events, before, now, report);
    cpu("CPU of 1,000 queries", Round::queries, before, now, report);
    cpu("CPU of a turn of mixed load", Round::turns, before, now, report);
  }

  @FunctionalInterface
  private interface Part {
    double of(Round round);
  }

  private static Comparison compare(Part part, Round[] before, Round[] now) {
    double[] floors = new double[now.length];
    double[] values = new double[now.length];
    for (int i = 0; i < now.length; i++) {
      floors[i] = part.of(before[i]);
      values[i] = part.of(now[i]);
    }
    return Comparison.of(floors, values);
  }

  private static void rate(Round[] before, Round[] now, Report report) {
    Comparison rate = compare(Round::eventsPerSecond, before, now);
    report.add(
        rate.figure("flags", "events", "events/s", "other flags")
            .aiming(Goal.atLeast(rate.ratio(), RATE_MIN, " of the rate")));
  }

  private static void cpu(String what, Part part, Round[] before, Round[] now, Report report) {
    Comparison cost = compare(part, before, now);
    report.add(
        cost.figure("flags", what, "ms", "other flags")
            .aiming(Goal.atMost(cost.ratio(), SLOWER_MAX, " of the CPU time")));
  }
}
