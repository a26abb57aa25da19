package dev.graspd.bench.start;

import dev.graspd.bench.report.BenchRow;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;
import dev.graspd.bench.start.SmallRepositories.Naming;
import dev.graspd.bench.start.StartStage.Load;
import dev.graspd.bench.start.StartStage.Measured;
import java.io.IOException;

/**
 * One number of repositories that name this server alone: the time until ready, the heap, and what
 * idle minutes cost; each also as a multiple of a server without repositories.
 */
record StartRow(int repositories, int idleMinutes) implements BenchRow<StartStage> {
  private static final double READY_SECONDS_MAX = 3;
  private static final double HEAP_MEGABYTES_MAX = 300;
  private static final double IDLE_CPU_SECONDS_MAX = 0.5;
  private static final double MEGABYTE = 1e6;

  @Override
  public String name() {
    return Integer.toString(repositories);
  }

  @Override
  public void measure(StartStage stage, Report report) throws IOException, InterruptedException {
    Measured floor = stage.empty(idleMinutes);
    Measured own =
        stage.measure(new Load(repositories, Naming.THIS_SERVER_ALONE, false), idleMinutes);
    report.add(
        figure("ready", own.readySeconds(), floor.readySeconds(), "s")
            .aiming(Goal.atMost(own.readySeconds(), READY_SECONDS_MAX, " s")));
    report.add(heap("heap after the start", own.heapBytes(), floor.heapBytes()));
    for (int i = 0; i < idleMinutes; i++) {
      double cpu = own.cpuSeconds().get(i);
      report.add(
          figure("CPU of idle minute " + (i + 1), cpu, floor.cpuSeconds().get(i), "s")
              .aiming(Goal.atMost(cpu, IDLE_CPU_SECONDS_MAX, " s")));
    }
    report.add(heap("heap after idle minutes", own.laterBytes(), floor.laterBytes()));
  }

  private Figure heap(String what, double bytes, double floor) {
    return figure(what, bytes / MEGABYTE, floor / MEGABYTE, "MB")
        .aiming(Goal.atMost(bytes / MEGABYTE, HEAP_MEGABYTES_MAX, " MB"));
  }

  private Figure figure(String what, double value, double floor, String unit) {
    return Figure.of(
            "start", what + ", " + Numbers.show(repositories) + " repositories", value, unit)
        .over("no repositories", floor, value / floor);
  }
}
