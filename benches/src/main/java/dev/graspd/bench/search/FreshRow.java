package dev.graspd.bench.search;

import dev.graspd.bench.git.load.Publisher;
import dev.graspd.bench.load.Ingest;
import dev.graspd.bench.process.Hosts;
import dev.graspd.bench.report.BenchRow;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/** How soon new events are found: on a quiet server, under a usual load, and after a bulk load. */
record FreshRow() implements BenchRow<SearchStage> {
  private static final double SECONDS_MAX = 1;

  /** Between two events of the usual load: about a hundred in a second. */
  private static final int PAUSE_MILLIS = 10;

  private static final Signer BUSY = Signer.named("busy");

  @Override
  public String name() {
    return "fresh";
  }

  @Override
  public void measure(SearchStage stage, Report report) throws IOException, InterruptedException {
    try (Hosts.Host server = stage.fresh(true)) {
      URI relay = server.relay().uri();
      double _ = FreshEvents.secondsUntilFound(relay);
      add("quiet, slowest", slowest(relay, stage.scale().fresh()), report);
      AtomicBoolean isOver = new AtomicBoolean();
      Thread load = Thread.ofVirtual().start(() -> publish(relay, isOver));
      try {
        add("at 100 events/s, slowest", slowest(relay, stage.scale().fresh()), report);
      } finally {
        isOver.set(true);
        load.join();
      }
      int bulk = stage.scale().ingest();
      double _ =
          Ingest.welcomed(
              stage.client(), relay, stage.corpus().frames(0, bulk), SearchStage.PIPELINED);
      report.add(
          Figure.of(
              name(),
              "new event found right after " + bulk + " at once",
              FreshEvents.secondsUntilFound(relay),
              "s"));
    }
  }

  private void add(String what, double seconds, Report report) {
    report.add(
        Figure.of(name(), "new event found, " + what, seconds, "s")
            .aiming(Goal.atMost(seconds, SECONDS_MAX, " s")));
  }

  private static double slowest(URI relay, int times) throws InterruptedException {
    double[] seconds = new double[times];
    for (int i = 0; i < times; i++) {
      seconds[i] = FreshEvents.secondsUntilFound(relay);
    }
    return Arrays.stream(seconds).max().orElseThrow();
  }

  private static void publish(URI relay, AtomicBoolean isOver) {
    try (Publisher publisher = new Publisher(relay)) {
      for (int n = 0; !isOver.get(); n++) {
        publisher.publish(
            EventBuilder.note("usual load number " + n)
                .at(Instant.now().getEpochSecond())
                .signedBy(BUSY));
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
