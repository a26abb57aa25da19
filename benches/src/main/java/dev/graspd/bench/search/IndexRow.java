package dev.graspd.bench.search;

import dev.graspd.bench.process.Hosts;
import dev.graspd.bench.report.BenchRow;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;
import java.io.IOException;

/** A server builds the index of all its events, and one whose index is there opens it. */
record IndexRow() implements BenchRow<SearchStage> {
  private static final double SECONDS_MAX = 60;

  @Override
  public String name() {
    return "index";
  }

  @Override
  public void measure(SearchStage stage, Report report) throws IOException, InterruptedException {
    String events = Numbers.show(stage.scale().stored()) + " events";
    try (Hosts.Host server = stage.onStored(true)) {
      double seconds = stage.secondsUntilSearched(server);
      report.add(
          Figure.of(name(), "index of " + events + " built, from ready", seconds, "s")
              .aiming(Goal.atMost(seconds, SECONDS_MAX, " s"))
              .costing(server.relay().cost()));
    }
    try (Hosts.Host server = stage.onStored(false)) {
      double seconds = stage.secondsUntilSearched(server);
      report.add(Figure.of(name(), "the same index opened, from ready", seconds, "s"));
    }
  }
}
