package dev.graspd.bench.search;

import dev.graspd.bench.load.Ingest;
import dev.graspd.bench.process.Hosts;
import dev.graspd.bench.process.ProcessCost;
import dev.graspd.bench.report.BenchRow;
import dev.graspd.bench.report.Comparison;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.util.Optional;

/** New events at a server that searches and at one that does not, in turn. */
record IngestRow() implements BenchRow<SearchStage> {
  private static final double RATIO_MIN = 0.97;

  @Override
  public String name() {
    return "ingest";
  }

  @Override
  public void measure(SearchStage stage, Report report) throws IOException, InterruptedException {
    int repetitions = stage.scale().repetitions();
    double[] without = new double[repetitions];
    double[] with = new double[repetitions];
    double cpuWithout = 0;
    double cpuWith = 0;
    try (Hosts.Host plain = stage.fresh(false);
        Hosts.Host searching = stage.fresh(true)) {
      int warm = stage.scale().warmUp();
      Published _ = publish(stage, plain, false, 0, warm);
      Published _ = publish(stage, searching, true, 0, warm);
      for (int i = 0; i < repetitions; i++) {
        int first = warm + i * stage.scale().ingest();
        int end = first + stage.scale().ingest();
        // The first one has the quieter machine: they take turns.
        boolean isPlainFirst = i % 2 == 0;
        Hosts.Host earlier = isPlainFirst ? plain : searching;
        Hosts.Host later = isPlainFirst ? searching : plain;
        Published one = publish(stage, earlier, !isPlainFirst, first, end);
        Published other = publish(stage, later, isPlainFirst, first, end);
        Published ofPlain = isPlainFirst ? one : other;
        Published ofSearching = isPlainFirst ? other : one;
        without[i] = ofPlain.perSecond();
        with[i] = ofSearching.perSecond();
        cpuWithout += ofPlain.cpuSeconds();
        cpuWith += ofSearching.cpuSeconds();
      }
    }
    Comparison rates = Comparison.of(without, with);
    report.add(
        rates
            .figure(name(), "new events, pipelined, with search", "events/s", "without search")
            .aiming(Goal.atLeast(rates.ratio(), RATIO_MIN, " ×")));
    if (cpuWithout > 0) {
      // Of use on a machine that others use too.
      report.add(
          Figure.of(
              name(), "CPU while they come, with ÷ without search", cpuWith / cpuWithout, "×"));
    }
  }

  private record Published(double perSecond, double cpuSeconds) {}

  /** What is left to the index is done before the other server has its turn. */
  private static Published publish(
      SearchStage stage, Hosts.Host server, boolean searches, int from, int to)
      throws InterruptedException {
    Optional<ProcessCost> before = server.relay().cost();
    double perSecond =
        Ingest.welcomed(
            stage.client(),
            server.relay().uri(),
            stage.corpus().frames(from, to),
            SearchStage.PIPELINED);
    double cpu =
        before
            .flatMap(earlier -> server.relay().cost().map(now -> now.since(earlier).cpuSeconds()))
            .orElse(0.0);
    if (searches) {
      double _ = FreshEvents.secondsUntilFound(server.relay().uri());
    }
    return new Published(perSecond, cpu);
  }
}
