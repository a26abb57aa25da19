package dev.graspd.bench.relay;

import dev.graspd.bench.load.FrameBlock;
import dev.graspd.bench.load.Requests;
import dev.graspd.bench.load.World;
import dev.graspd.bench.process.ProcessCost;
import dev.graspd.bench.report.Comparison;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.stream.IntStream;

/** The newest twenty events of a repository. */
final class SmallRequestRow implements Row {
  private static final double PER_SECOND = 500;
  private static final int REPOSITORIES = 8;
  private static final int EVENTS = 20;

  @Override
  public String name() {
    return "small-req";
  }

  @Override
  public boolean needsOwnServer() {
    return false;
  }

  @Override
  public void measure(Stage stage, Report report) throws IOException, InterruptedException {
    URI relay = stage.relay().uri();
    FrameBlock requests = requests(stage.world());
    p50(stage, relay, requests);
    Optional<ProcessCost> before = stage.cost();
    Comparison latency =
        Comparison.interleaved(
            stage.scale().repetitions(),
            () -> p50(stage, stage.floor(), echoes()),
            () -> eventsP50(stage, relay, requests));
    report.add(
        latency
            .figure(name(), "REQ of " + EVENTS + " events to EOSE, p50", "µs", "echo")
            .aiming(Goal.atMost(latency.ratio(), 4, " ×"))
            .costing(stage.costSince(before)));
  }

  private static double p50(Stage stage, URI target, FrameBlock requests)
      throws InterruptedException {
    return run(stage, target, requests).latencies().p50();
  }

  /** Also checks that every answer has all its events. */
  static double eventsP50(Stage stage, URI target, FrameBlock requests)
      throws InterruptedException {
    Requests.Result result = run(stage, target, requests);
    if (result.events() != (long) EVENTS * stage.scale().requests()) {
      throw new IllegalStateException(result.events() + " events came");
    }
    return result.latencies().p50();
  }

  private static Requests.Result run(Stage stage, URI target, FrameBlock requests)
      throws InterruptedException {
    return Requests.openLoop(
        stage.client(), target, requests, stage.scale().requests(), PER_SECOND);
  }

  /** The busiest repositories, so that each has twenty events in any store. */
  static FrameBlock requests(World world) {
    return FrameBlock.of(
        IntStream.range(0, REPOSITORIES)
            .mapToObj(r ->
                "[\"REQ\",\"%d\",{\"#a\":[\"%s\"],\"limit\":%d}]"
                    .formatted(r % Requests.IDS, world.address(r), EVENTS))
            .toArray(String[]::new));
  }

  static FrameBlock echoes() {
    return FrameBlock.of(
        IntStream.range(0, Requests.IDS).mapToObj(id -> "e" + id).toArray(String[]::new));
  }
}
