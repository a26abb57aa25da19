package dev.graspd.bench.start;

import dev.graspd.bench.process.OwnServer;
import dev.graspd.bench.report.BenchRow;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.time.Duration;

/** One number of repositories: the time until ready, the heap, and what idle minutes cost. */
record StartRow(int repositories, int idleMinutes) implements BenchRow<StartStage> {
  private static final double READY_SECONDS_MAX = 3;
  private static final double HEAP_MEGABYTES_MAX = 300;
  private static final double IDLE_CPU_SECONDS_MAX = 0.5;

  @Override
  public String name() {
    return Integer.toString(repositories);
  }

  @Override
  public void measure(StartStage stage, Report report) throws IOException, InterruptedException {
    stage.settle(repositories);
    try (OwnServer server = stage.start(repositories)) {
      double ready = server.startedIn().toNanos() / 1e9;
      report.add(
          figure("ready", ready, "s")
              .aiming(Goal.atMost(ready, READY_SECONDS_MAX, " s"))
              .costing(server.cost()));
      double heap = server.liveHeapBytes() / 1e6;
      report.add(
          figure("heap after the start", heap, "MB")
              .aiming(Goal.atMost(heap, HEAP_MEGABYTES_MAX, " MB")));
      for (int minute = 1; minute <= idleMinutes; minute++) {
        double cpu = idle(server, stage.idle());
        report.add(
            figure("CPU of idle minute " + minute, cpu, "s")
                .aiming(Goal.atMost(cpu, IDLE_CPU_SECONDS_MAX, " s")));
      }
      double later = server.liveHeapBytes() / 1e6;
      report.add(
          figure("heap after idle minutes", later, "MB")
              .aiming(Goal.atMost(later, HEAP_MEGABYTES_MAX, " MB")));
    }
  }

  private Figure figure(String what, double value, String unit) {
    return Figure.of(
        "start", what + ", " + Numbers.show(repositories) + " repositories", value, unit);
  }

  private static double idle(OwnServer server, Duration time) throws InterruptedException {
    double before = server.cost().orElseThrow().cpuSeconds();
    Thread.sleep(time);
    return server.cost().orElseThrow().cpuSeconds() - before;
  }
}
