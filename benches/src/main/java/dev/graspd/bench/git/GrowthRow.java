package dev.graspd.bench.git;

import dev.graspd.bench.git.load.CommitChain;
import dev.graspd.bench.git.load.HttpConnection;
import dev.graspd.bench.git.load.PushBody;
import dev.graspd.bench.git.load.Request;
import dev.graspd.bench.git.load.Served;
import dev.graspd.bench.git.load.Shape;
import dev.graspd.bench.git.load.SignedPushes;
import dev.graspd.bench.git.load.Source;
import dev.graspd.bench.git.load.Spent;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The cost of operations on one repository, among few others and among many.
 *
 * @param servers empty if there is only a foreign server, which we may not fill
 */
record GrowthRow(Optional<SmallHeap> servers) implements GitRow {
  private static final int FEW = 10;

  /** New repositories are made in so many groups of the smaller number. */
  private static final int BUNCHES = 6;

  private static final double RATIO_MAX = 1.5;
  private static final Shape TINY = new Shape("tiny", 2, 2, 1, 5, Shape.Change.LINES, 1, 1);

  @Override
  public String name() {
    return "growth";
  }

  @Override
  public void measure(GitStage shared, Report report) throws IOException, InterruptedException {
    if (servers.isEmpty()) {
      report.note("growth: only for a server of our own");
      return;
    }
    try (SmallHeap.Stage server = servers.get().stage(shared)) {
      GitStage stage = server.stage();
      Served served = stage.served(stage.scale().small());
      push(stage, FEW);
      Operation clone = clone(served, stage);
      report.note("tiny clone: warm after " + clone.warmUp(stage.scale(), served));
      Spent few = clone.byServer(stage.scale().operations(), served);
      warmPushes(stage);
      double fewSeconds = fastestPush(stage);
      push(stage, stage.scale().repositories());
      Spent many = clone.byServer(stage.scale().operations(), served);
      double manySeconds = fastestPush(stage);
      figure("tiny clone, CPU", few.cpuSeconds(), many.cpuSeconds(), stage, report);
      figure(
          "new repository and its first push, wall",
          OptionalDouble.of(fewSeconds),
          OptionalDouble.of(manySeconds),
          stage,
          report);
    }
  }

  private void figure(
      String what, OptionalDouble few, OptionalDouble many, GitStage stage, Report report) {
    if (few.isEmpty() || many.isEmpty()) {
      return;
    }
    double ratio = many.getAsDouble() / few.getAsDouble();
    report.add(
        Figure.of(
                name(),
                what + " among " + stage.scale().repositories(),
                many.getAsDouble() * 1e6,
                "µs")
            .over("among tens", few.getAsDouble() * 1e6, ratio)
            .aiming(Goal.atMost(ratio, RATIO_MAX, " ×")));
  }

  private static Operation clone(Served served, GitStage stage)
      throws IOException, InterruptedException {
    return Operation.of(
        "tiny clone",
        served,
        stage.work(),
        new Request.InfoRefs(2),
        Request.listing(),
        Request.allAnew(served.source().refs().values()));
  }

  /** Pushes into one repository: the number of repositories must not grow yet. */
  private static void warmPushes(GitStage stage) throws IOException {
    int pushes = stage.scale().pushes() * stage.scale().pushWarmUps();
    List<SignedPushes.Took> _ =
        new SignedPushes(stage.announced(), stage::nextEventSeconds).push(CommitChain.of(pushes));
  }

  /** Returns the time of one in the fastest group: the server may repack meanwhile. */
  private static double fastestPush(GitStage stage) throws IOException, InterruptedException {
    double fastest = Double.MAX_VALUE;
    for (int i = 0; i < BUNCHES; i++) {
      fastest = Math.min(fastest, push(stage, FEW));
    }
    return fastest;
  }

  /** Makes so many repositories; returns the seconds of one. */
  private static double push(GitStage stage, int count) throws IOException, InterruptedException {
    Source source = Source.of(TINY, stage.work());
    byte[] body = PushBody.creating(source.refs(), Files.readAllBytes(source.pack()));
    long begin = System.nanoTime();
    for (int i = 0; i < count; i++) {
      Served fresh = new Served(source, stage.announced(), stage.server());
      stage.sign(fresh.hosted(), source.refs());
      try (HttpConnection connection = fresh.connect()) {
        PushBody.send(connection, fresh.path(), body);
      }
    }
    return (System.nanoTime() - begin) / 1e9 / count;
  }
}
