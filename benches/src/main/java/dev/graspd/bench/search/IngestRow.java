package dev.graspd.bench.search;

import dev.graspd.bench.load.Ingest;
import dev.graspd.bench.process.Hosts;
import dev.graspd.bench.report.BenchRow;
import dev.graspd.bench.report.Comparison;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import java.io.IOException;

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
    try (Hosts.Host plain = stage.fresh(false);
        Hosts.Host searching = stage.fresh(true)) {
      int warm = stage.scale().warmUp();
      publish(stage, plain, 0, warm);
      publish(stage, searching, 0, warm);
      for (int i = 0; i < repetitions; i++) {
        int first = warm + i * stage.scale().ingest();
        int end = first + stage.scale().ingest();
        // Who is first has the quieter machine: they take turns.
        if (i % 2 == 0) {
          without[i] = publish(stage, plain, first, end);
          with[i] = publish(stage, searching, first, end);
        } else {
          with[i] = publish(stage, searching, first, end);
          without[i] = publish(stage, plain, first, end);
        }
      }
    }
    Comparison rates = Comparison.of(without, with);
    report.add(
        rates
            .figure(name(), "new events, pipelined, with search", "events/s", "without search")
            .aiming(Goal.atLeast(rates.ratio(), RATIO_MIN, " ×")));
  }

  private static double publish(SearchStage stage, Hosts.Host server, int from, int to)
      throws InterruptedException {
    return Ingest.welcomed(
        stage.client(),
        server.relay().uri(),
        stage.corpus().frames(from, to),
        SearchStage.PIPELINED);
  }
}
