package dev.graspd.bench.relay;

import dev.graspd.bench.process.OwnServer;
import dev.graspd.bench.process.ProcessCost;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.util.Optional;

/** The time from the launcher's start until {@code /readyz} succeeds, on a full store. */
record StartRow(Servers servers) implements Row {
  private static final double SECONDS_MAX = 2;

  @Override
  public String name() {
    return "start";
  }

  @Override
  public boolean needsOwnServer() {
    return true;
  }

  @Override
  public void measure(Stage stage, Report report) throws IOException, InterruptedException {
    double[] seconds = new double[stage.scale().repetitions()];
    Optional<ProcessCost> cost = Optional.empty();
    for (int i = 0; i < seconds.length; i++) {
      try (OwnServer server = servers.startOnHistory()) {
        seconds[i] = server.startedIn().toNanos() / 1e9;
        cost = server.cost();
      }
    }
    double median = Numbers.median(seconds);
    report.add(
        Figure.of(
                name(),
                "ready with " + Numbers.show(servers.history().size()) + " events",
                median,
                "s")
            .aiming(Goal.atMost(median, SECONDS_MAX, " s"))
            .costing(cost));
  }
}
