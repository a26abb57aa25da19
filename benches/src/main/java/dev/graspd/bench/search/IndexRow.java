package dev.graspd.bench.search;

import dev.graspd.bench.process.Hosts;
import dev.graspd.bench.process.OwnServer;
import dev.graspd.bench.report.BenchRow;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.util.OptionalLong;

/**
 * A server builds the index of all its events, and one whose index is there opens it; the heap that
 * search takes is that of a server which has built the index, less that of one without search.
 */
record IndexRow() implements BenchRow<SearchStage> {
  private static final double SECONDS_MAX = 60;
  private static final double HEAP_MEBIBYTES_MAX = 32;
  private static final double MEBIBYTE = 1 << 20;

  @Override
  public String name() {
    return "index";
  }

  @Override
  public void measure(SearchStage stage, Report report) throws IOException, InterruptedException {
    String events = Numbers.show(stage.scale().stored()) + " events";
    OptionalLong without = heapWithout(stage);
    try (Hosts.Host server = stage.onStored(true)) {
      double seconds = stage.secondsUntilSearched(server);
      report.add(
          Figure.of(name(), "index of " + events + " built, from ready", seconds, "s")
              .aiming(Goal.atMost(seconds, SECONDS_MAX, " s"))
              .costing(server.relay().cost()));
      OptionalLong with = heap(server);
      if (with.isPresent() && without.isPresent()) {
        double heap = (with.getAsLong() - without.getAsLong()) / MEBIBYTE;
        report.add(
            Figure.of(name(), "heap in use for the index of " + events, heap, "MiB")
                .aiming(Goal.atMost(heap, HEAP_MEBIBYTES_MAX, " MiB")));
      }
    }
    try (Hosts.Host server = stage.onStored(false)) {
      double seconds = stage.secondsUntilSearched(server);
      report.add(Figure.of(name(), "the same index opened, from ready", seconds, "s"));
    }
  }

  private static OptionalLong heapWithout(SearchStage stage)
      throws IOException, InterruptedException {
    try (Hosts.Host server = stage.onStoredWithoutSearch()) {
      return heap(server);
    }
  }

  /** Only a process of its own has a heap of its own. */
  private static OptionalLong heap(Hosts.Host server) throws IOException, InterruptedException {
    return server.relay() instanceof OwnServer own
        ? OptionalLong.of(own.liveHeapBytes())
        : OptionalLong.empty();
  }
}
