package dev.graspd.bench.relay;

import dev.graspd.bench.floor.LmdbFloor;
import dev.graspd.bench.floor.VerifyFloor;
import dev.graspd.bench.load.FrameBlock;
import dev.graspd.bench.load.Ingest;
import dev.graspd.bench.process.ProcessCost;
import dev.graspd.bench.process.Relay;
import dev.graspd.bench.report.Comparison;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** New events with a window of unanswered ones, and the same events again. */
record IngestRow(Path work) implements Row {
  private static final int VERIFIED_EVENTS = 20_000;

  /** For relays without a counter of commits. */
  private static final int USUAL_BATCH = 1_000;

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
    Relay relay = stage.relay();
    Scale scale = stage.scale();
    VerifyFloor verify = new VerifyFloor(stage.corpus(), Math.min(VERIFIED_EVENTS, scale.ingest()));
    Rates rates = new Rates(scale.repetitions());
    try (LmdbFloor lmdb = new LmdbFloor(stage.corpus(), work.resolve("lmdb-floor"))) {
      lmdb.put(0, scale.warmUp(), USUAL_BATCH);
      for (int i = 0; i < scale.repetitions(); i++) {
        rates.verified[i] = verify.perSecond();
        repeat(stage, relay, lmdb, rates, i);
      }
    }
    report(report, rates, scale.ingest());
  }

  private static void repeat(Stage stage, Relay relay, LmdbFloor lmdb, Rates rates, int i)
      throws IOException, InterruptedException {
    int count = stage.scale().ingest();
    int first = stage.take(count);
    FrameBlock frames = stage.corpus().frames(first, first + count);
    OptionalLong commits = relay.commits();
    Optional<ProcessCost> before = relay.cost();
    rates.fresh[i] = stage.publishNew(relay.uri(), frames).perSecond();
    rates.freshCost = stage.costSince(before);
    int batch =
        commits.isPresent()
            ? (int) (count / (relay.commits().orElseThrow() - commits.getAsLong()))
            : USUAL_BATCH;
    rates.put[i] = lmdb.put(first, first + count, batch);
    before = relay.cost();
    rates.again[i] = publishAgain(stage, relay, frames).perSecond();
    rates.againCost = stage.costSince(before);
  }

  private static Ingest.Result publishAgain(Stage stage, Relay relay, FrameBlock frames)
      throws InterruptedException {
    Ingest.Result result = Ingest.run(stage.client(), relay.uri(), frames, Stage.PIPELINED);
    if (result.accepted() > 0 && result.duplicates() > 0) {
      throw new IllegalStateException(result.accepted() + " events were unknown again");
    }
    return result;
  }

  private static void report(Report report, Rates rates, int events) {
    Comparison toVerify = Comparison.of(rates.verified, rates.fresh);
    report.add(
        toVerify
            .figure("ingest", "new events, pipelined, OK after fsync", "events/s", "verify alone")
            .aiming(Goal.atLeast(toVerify.ratio(), 0.4, " ×"))
            .costing(rates.freshCost)
            .writing(events));
    Comparison toPut = Comparison.of(rates.put, rates.fresh);
    report.add(
        toPut
            .figure("ingest", "the same", "events/s", "LMDB puts of the same rows and batches")
            .aiming(Goal.atLeast(toPut.ratio(), 0.8, " ×")));
    Comparison toFresh = Comparison.of(rates.fresh, rates.again);
    report.add(
        toFresh
            .figure("duplicates", "the same events again", "events/s", "new events")
            .aiming(Goal.atLeast(toFresh.ratio(), 8, " ×"))
            .costing(rates.againCost));
  }

  /** The rates of each repetition, and the cost of the last one. */
  private static final class Rates {
    private final double[] verified;
    private final double[] put;
    private final double[] fresh;
    private final double[] again;
    private Optional<ProcessCost> freshCost = Optional.empty();
    private Optional<ProcessCost> againCost = Optional.empty();

    Rates(int repetitions) {
      verified = new double[repetitions];
      put = new double[repetitions];
      fresh = new double[repetitions];
      again = new double[repetitions];
    }
  }
}
