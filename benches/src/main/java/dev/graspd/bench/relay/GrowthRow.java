package dev.graspd.bench.relay;

import dev.graspd.bench.load.FrameBlock;
import dev.graspd.bench.process.OwnServer;
import dev.graspd.bench.process.ProcessCost;
import dev.graspd.bench.report.Comparison;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import java.io.IOException;

/** The cost of a query and of an event in a large store, compared with a small one. */
record GrowthRow(Servers servers) implements Row {
  private static final int SMALL = 10_000;
  private static final double GROWTH_MAX = 1.5;

  @Override
  public String name() {
    return "growth";
  }

  @Override
  public boolean needsOwnServer() {
    return true;
  }

  @Override
  public void measure(Stage stage, Report report) throws IOException, InterruptedException {
    int events = servers.history().size();
    try (OwnServer small = servers.onCopy(Math.min(SMALL, events / 10));
        OwnServer large = servers.onCopy(events)) {
      queries(stage, report, small, large);
      ingest(stage, report, small, large);
    }
  }

  private void queries(Stage stage, Report report, OwnServer small, OwnServer large)
      throws IOException, InterruptedException {
    FrameBlock requests = SmallRequestRow.requests(stage.world());
    SmallRequestRow.eventsP50(stage, small.uri(), requests);
    SmallRequestRow.eventsP50(stage, large.uri(), requests);
    ProcessCost before = large.cost().orElseThrow();
    Comparison latency =
        Comparison.interleaved(
            stage.scale().repetitions(),
            () -> SmallRequestRow.eventsP50(stage, small.uri(), requests),
            () -> SmallRequestRow.eventsP50(stage, large.uri(), requests));
    report.add(
        latency
            .figure(name(), "small REQ, p50, large store", "µs", "small store")
            .aiming(Goal.atMost(latency.ratio(), GROWTH_MAX, " ×"))
            .costing(large.cost().map(cost -> cost.since(before))));
  }

  private void ingest(Stage stage, Report report, OwnServer small, OwnServer large)
      throws InterruptedException, IOException {
    publish(stage, small, 0, stage.scale().warmUp());
    publish(stage, large, 0, stage.scale().warmUp());
    ProcessCost before = large.cost().orElseThrow();
    int repetitions = stage.scale().repetitions();
    int events = stage.scale().ingest();
    double[] inSmall = new double[repetitions];
    double[] inLarge = new double[repetitions];
    for (int i = 0; i < repetitions; i++) {
      int from = stage.scale().warmUp() + i * events;
      inSmall[i] = 1e6 / publish(stage, small, from, from + events);
      inLarge[i] = 1e6 / publish(stage, large, from, from + events);
    }
    Comparison each = Comparison.of(inSmall, inLarge);
    Figure figure =
        each.figure(name(), "ingest per event, large store", "µs", "small store")
            .aiming(Goal.atMost(each.ratio(), GROWTH_MAX, " ×"))
            .costing(large.cost().map(cost -> cost.since(before)))
            .writing(repetitions * events);
    report.add(figure);
  }

  private static double publish(Stage stage, OwnServer server, int from, int to)
      throws InterruptedException {
    return stage.publishNew(server.uri(), stage.corpus().frames(from, to)).perSecond();
  }
}
