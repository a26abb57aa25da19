package dev.graspd.bench.relay;

import dev.graspd.bench.load.FrameBlock;
import dev.graspd.bench.load.Requests;
import dev.graspd.bench.process.OwnServer;
import dev.graspd.bench.process.ProcessCost;
import dev.graspd.bench.report.Comparison;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.util.Collections;
import java.util.Optional;

/** All events in one answer. */
record WholeStoreRow(Servers servers) implements Row {
  private static final int MEMORY_GROWTH_MAX_MB = 128;

  @Override
  public String name() {
    return "whole-store";
  }

  @Override
  public boolean needsOwnServer() {
    return true;
  }

  @Override
  public void measure(Stage stage, Report report) throws IOException, InterruptedException {
    OwnServer server = servers.onHistory();
    int events = servers.history().size();
    String message = "[\"REQ\",\"0\",{\"limit\":" + events + "}]";
    FrameBlock request =
        FrameBlock.of(Collections.nCopies(Requests.IDS, message).toArray(String[]::new));
    FrameBlock copy = StreamRow.copies(events);
    megabytes(stage, server, request, events);
    ProcessCost before = server.cost().orElseThrow();
    Comparison rate =
        Comparison.interleaved(
            stage.scale().repetitions(),
            () -> Requests.oneByOne(stage.client(), stage.floor(), copy, 1).bytesPerSecond() / 1e6,
            () -> megabytes(stage, server, request, events));
    ProcessCost after = server.cost().orElseThrow();
    report.add(
        rate.figure(
                name(),
                Numbers.show(events) + " events in one answer",
                "MB/s",
                "copying as many bytes")
            .aiming(Goal.atLeast(rate.ratio(), 0.4, " ×"))
            .costing(Optional.of(after.since(before))));
    double growth = (after.residentBytes() - before.residentBytes()) / 1e6;
    report.add(
        Figure.of(name(), "growth of resident memory meanwhile", growth, "MB")
            .aiming(Goal.atMost(growth, MEMORY_GROWTH_MAX_MB, " MB")));
  }

  private static double megabytes(Stage stage, OwnServer server, FrameBlock request, int events)
      throws InterruptedException {
    Requests.Result result = Requests.oneByOne(stage.client(), server.uri(), request, 1);
    if (result.events() != events) {
      throw new IllegalStateException(result.events() + " events came");
    }
    return result.bytesPerSecond() / 1e6;
  }
}
