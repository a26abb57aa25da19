package dev.graspd.bench.git;

import dev.graspd.bench.git.load.HttpConnection;
import dev.graspd.bench.git.load.Request;
import dev.graspd.bench.git.load.Served;
import dev.graspd.bench.git.load.SlowClients;
import dev.graspd.bench.load.Samples;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import java.io.IOException;

/** Clones of an honest client while many others are as slow as possible. */
final class SlowRow implements GitRow {
  private static final double RATIO_MAX = 1.5;

  @Override
  public String name() {
    return "slow";
  }

  @Override
  public void measure(GitStage stage, Report report) throws IOException, InterruptedException {
    GitScale scale = stage.scale();
    Served small = stage.served(scale.small());
    Served slowly = stage.served(scale.slowly());
    Operation clone =
        Operation.of(
            "clone",
            small,
            stage.work(),
            new Request.InfoRefs(2),
            Request.listing(),
            Request.all(small.source().refs().values()));
    report.note("clone: warm after " + clone.warmUp(scale, small));
    Samples alone = new Samples();
    Samples among = new Samples();
    for (int i = 0; i < scale.repetitions(); i++) {
      sample(clone, small, scale.honest(), alone);
      try (SlowClients _ = SlowClients.open(scale.slow(), slowly)) {
        sample(clone, small, scale.honest(), among);
      }
    }
    report.note(among.count() + " clones of each kind");
    double ratio = among.p99() / alone.p99();
    report.add(
        Figure.of(name(), "clone among " + scale.slow() + " slow clients, p99", ms(among), "ms")
            .over("alone", ms(alone), ratio)
            .aiming(Goal.atMost(ratio, RATIO_MAX, " ×")));
    report.add(
        Figure.of(name(), "the same, p50", among.p50() / 1e3, "ms")
            .over("alone", alone.p50() / 1e3, among.p50() / alone.p50()));
  }

  private static double ms(Samples samples) {
    return samples.p99() / 1e3;
  }

  private static void sample(Operation clone, Served served, int count, Samples samples)
      throws IOException {
    for (int i = 0; i < count; i++) {
      long begin = System.nanoTime();
      try (HttpConnection connection = served.connect()) {
        clone.once(connection, served);
      }
      samples.add(System.nanoTime() - begin);
    }
  }
}
