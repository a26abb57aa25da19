package dev.graspd.bench.relay;

import dev.graspd.bench.floor.LmdbFloor;
import dev.graspd.bench.load.Corpus;
import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.report.Comparison;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.store.EventStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * The store alone, in this process: the cost of its rules and its log beside the rows in LMDB. Each
 * event is one unit of work, as from the gate.
 */
record StoreRow(Path work) implements Row {
  private static final int EVENTS_MAX = 20_000;
  private static final int BATCH = 4_000;

  @Override
  public String name() {
    return "store";
  }

  @Override
  public boolean needsOwnServer() {
    return true;
  }

  @Override
  public void measure(Stage stage, Report report) throws IOException, InterruptedException {
    int count = Math.min(EVENTS_MAX, stage.scale().ingest());
    List<Event> events =
        IntStream.range(0, count)
            .mapToObj(n -> EventParser.parseStored(stage.corpus().json(n)))
            .toList();
    put(stage.corpus(), count);
    append(events);
    Comparison rate =
        Comparison.interleaved(
            stage.scale().repetitions(), () -> put(stage.corpus(), count), () -> append(events));
    report.add(
        rate.figure(
                name(),
                "append without socket and verifying",
                "events/s",
                "LMDB puts of the same rows")
            .aiming(Goal.atLeast(rate.ratio(), 0.8, " ×")));
  }

  private double put(Corpus corpus, int count) throws IOException {
    try (LmdbFloor floor = new LmdbFloor(corpus, work.resolve("lmdb-floor"))) {
      return floor.put(0, count, BATCH);
    }
  }

  private double append(List<Event> events) throws IOException {
    Path directory = work.resolve("store");
    Launcher.remove(directory);
    Files.createDirectories(directory);
    try (EventStore store = Stores.open(directory)) {
      long begin = System.nanoTime();
      CompletableFuture<?>[] answers =
          events.stream()
              .map(event -> store.write(tx -> tx.append(event, event.createdAt())))
              .map(answer -> answer.toCompletableFuture())
              .toArray(CompletableFuture[]::new);
      CompletableFuture.allOf(answers).join();
      return events.size() * 1e9 / (System.nanoTime() - begin);
    }
  }
}
