package dev.graspd.bench.relay;

import dev.graspd.bench.load.FrameBlock;
import dev.graspd.bench.load.Requests;
import dev.graspd.bench.process.ProcessCost;
import dev.graspd.bench.report.Comparison;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.stream.IntStream;

/** Answers of 500 events, one after the other. */
final class StreamRow implements Row {
  private static final int EVENTS = 500;

  @Override
  public String name() {
    return "stream-500";
  }

  @Override
  public boolean needsOwnServer() {
    return false;
  }

  @Override
  public void measure(Stage stage, Report report) throws IOException, InterruptedException {
    URI relay = stage.relay().uri();
    int count = stage.scale().streams();
    FrameBlock requests = requests();
    FrameBlock copies = copies(EVENTS);
    Requests.oneByOne(stage.client(), relay, requests, count);
    Requests.oneByOne(stage.client(), stage.floor(), copies, count);
    Optional<ProcessCost> before = stage.cost();
    Comparison rate =
        Comparison.interleaved(
            stage.scale().repetitions(),
            () ->
                Requests.oneByOne(stage.client(), stage.floor(), copies, count).bytesPerSecond()
                    / 1e6,
            () -> megabytes(stage, relay, requests, count));
    report.add(
        rate.figure(name(), "answers of " + EVENTS + " events", "MB/s", "copying as many bytes")
            .aiming(Goal.atLeast(rate.ratio(), 0.4, " ×"))
            .costing(stage.costSince(before)));
  }

  private static double megabytes(Stage stage, URI relay, FrameBlock requests, int count)
      throws InterruptedException {
    Requests.Result result = Requests.oneByOne(stage.client(), relay, requests, count);
    if (result.events() != (long) EVENTS * count) {
      throw new IllegalStateException(result.events() + " events came");
    }
    return result.bytesPerSecond() / 1e6;
  }

  private static FrameBlock requests() {
    return FrameBlock.of(
        IntStream.range(0, Requests.IDS)
            .mapToObj(
                id -> "[\"REQ\",\"%d\",{\"kinds\":[1111],\"limit\":%d}]".formatted(id, EVENTS))
            .toArray(String[]::new));
  }

  /** The same number of events from the floor server. */
  static FrameBlock copies(int events) {
    return FrameBlock.of(
        IntStream.range(0, Requests.IDS)
            .mapToObj(id -> "c" + events + "," + id)
            .toArray(String[]::new));
  }
}
