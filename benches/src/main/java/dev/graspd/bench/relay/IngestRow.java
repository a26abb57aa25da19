package dev.graspd.bench.relay;

import dev.graspd.bench.Goal;
import dev.graspd.bench.Report;
import dev.graspd.bench.floor.LmdbFloor;
import dev.graspd.bench.floor.VerifyFloor;
import dev.graspd.bench.load.FrameBlock;
import dev.graspd.bench.load.Ingest;
import dev.graspd.bench.process.ProcessCost;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** New events with a window of unanswered ones, and the same events once more. */
final class IngestRow implements Row {
  private static final int FLOOR_EVENTS = 20_000;
  private static final int FLOOR_BATCH = 1_000;

  private final Path work;

  IngestRow(Path work) {
    this.work = work;
  }

  @Override
  public String name() {
    return "ingest";
  }

  @Override
  public boolean needsOwnServer() {
    return false;
  }

  @Override
  public void measure(Stage stage, Report report) throws IOException, InterruptedException {
    URI relay = stage.relay().uri();
    int floorEvents = Math.min(FLOOR_EVENTS, stage.scale().ingest());
    VerifyFloor verify = new VerifyFloor(stage.corpus(), floorEvents);
    LmdbFloor lmdb = new LmdbFloor(stage.corpus(), 0, floorEvents, work.resolve("lmdb-floor"));
    int repetitions = stage.scale().repetitions();
    double[] verified = new double[repetitions];
    double[] put = new double[repetitions];
    double[] bare = new double[repetitions];
    double[] fresh = new double[repetitions];
    double[] again = new double[repetitions];
    Optional<ProcessCost> freshCost = Optional.empty();
    Optional<ProcessCost> againCost = Optional.empty();
    for (int i = 0; i < repetitions; i++) {
      verified[i] = verify.perSecond();
      put[i] = lmdb.perSecond(FLOOR_BATCH, true);
      bare[i] = lmdb.perSecond(FLOOR_BATCH, false);
      FrameBlock frames = frames(stage);
      Optional<ProcessCost> before = stage.cost();
      fresh[i] = stage.publishNew(relay, frames).perSecond();
      freshCost = stage.costSince(before);
      before = stage.cost();
      again[i] = publishAgain(stage, relay, frames).perSecond();
      againCost = stage.costSince(before);
    }
    int events = stage.scale().ingest();
    Comparison toVerify = Comparison.of(verified, fresh);
    report.add(
        toVerify
            .figure("ingest", "new events, pipelined, OK after fsync", "events/s", "verify alone")
            .aiming(Goal.atLeast(toVerify.ratio(), 0.4, " ×"))
            .costing(freshCost)
            .writing(events));
    Comparison toPut = Comparison.of(put, fresh);
    report.add(
        toPut
            .figure("ingest", "the same", "events/s", "LMDB puts of text and index rows")
            .aiming(Goal.atLeast(toPut.ratio(), 0.8, " ×")));
    report.add(
        Comparison.of(bare, fresh)
            .figure("ingest", "the same", "events/s", "LMDB puts of the text alone"));
    Comparison toFresh = Comparison.of(fresh, again);
    report.add(
        toFresh
            .figure("duplicates", "the same events again", "events/s", "new events")
            .aiming(Goal.atLeast(toFresh.ratio(), 8, " ×"))
            .costing(againCost));
  }

  private static FrameBlock frames(Stage stage) {
    int first = stage.take(stage.scale().ingest());
    return stage.corpus().frames(first, first + stage.scale().ingest());
  }

  private static Ingest.Result publishAgain(Stage stage, URI relay, FrameBlock frames)
      throws InterruptedException {
    Ingest.Result result = Ingest.run(stage.client(), relay, frames, Stage.PIPELINED);
    if (result.accepted() > 0 && result.duplicates() > 0) {
      throw new IllegalStateException(result.accepted() + " events were not known any more");
    }
    return result;
  }
}
