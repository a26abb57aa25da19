package dev.graspd.bench.git;

import dev.graspd.bench.git.load.Duel;
import dev.graspd.bench.git.load.Fetches;
import dev.graspd.bench.git.load.Request;
import dev.graspd.bench.git.load.Served;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Small operations on a small repository, with all their requests. */
final class SmallRow implements GitRow {
  private static final Duel.Unit UNIT = Duel.Unit.MICROSECONDS;
  private static final String PEER = "git upload-pack";

  @Override
  public String name() {
    return "small";
  }

  @Override
  public void measure(GitStage stage, Report report) throws IOException, InterruptedException {
    Served served = stage.served(stage.scale().small());
    Path work = stage.work();
    Request capabilities = new Request.InfoRefs(2);
    Request listing = Request.listing();
    Request clone = Request.allAnew(served.source().refs().values());
    Request cloneAgain = Request.all(served.source().refs().values());
    Request commit = Fetches.newestCommit(served.source());
    Request blob = Request.blob(served.source().resolve("main:" + Fetches.FILE));

    whole(Operation.of("tiny clone", served, work, capabilities, listing, clone), 8, stage, report);
    whole(
        Operation.of("tiny clone, kept", served, work, capabilities, listing, cloneAgain),
        8,
        stage,
        report);
    whole(Operation.of("no-op fetch", served, work, capabilities, listing), 8, stage, report);
    whole(
        Operation.of("1-commit fetch", served, work, capabilities, listing, commit),
        4,
        stage,
        report);
    whole(Operation.of("one blob", served, work, capabilities, blob), 2, stage, report);
    for (Operation alone :
        List.of(
            Operation.of("tiny clone, its pack alone", served, work, clone),
            Operation.of("1-commit fetch, its pack alone", served, work, commit),
            Operation.of("one blob, its pack alone", served, work, blob))) {
      duel(alone, stage, report).cpuFigure(name(), alone.name(), UNIT, PEER).ifPresent(report::add);
    }
  }

  private void whole(Operation operation, int timesLess, GitStage stage, Report report)
      throws IOException, InterruptedException {
    Duel duel = duel(operation, stage, report);
    duel.cpuFigure(name(), operation.name(), UNIT, PEER)
        .map(figure ->
            figure.aiming(Goal.atMost(figure.ratio().orElseThrow(), 1.0 / timesLess, " ×")))
        .ifPresent(report::add);
    report.add(duel.wallFigure(name(), operation.name(), UNIT, PEER));
  }

  private static Duel duel(Operation operation, GitStage stage, Report report)
      throws IOException, InterruptedException {
    GitScale scale = stage.scale();
    Served served = stage.served(scale.small());
    report.note(operation.name() + ": warm after " + operation.warmUp(scale, served));
    return Duel.run(
        scale.repetitions(),
        UNIT,
        () -> operation.byCGit(scale.spawned(), served, stage.work()),
        () -> operation.byServer(scale.operations(), served));
  }
}
