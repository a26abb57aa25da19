package dev.graspd.bench.git;

import dev.graspd.bench.git.load.CGit;
import dev.graspd.bench.git.load.Duel;
import dev.graspd.bench.git.load.Request;
import dev.graspd.bench.git.load.Served;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The first requests of every fetch, answered from memory. */
final class RefsRow implements GitRow {
  private static final double CPU_RATIO_MAX = 1 / 20.0;
  private static final Duel.Unit UNIT = Duel.Unit.MICROSECONDS;

  @Override
  public String name() {
    return "refs";
  }

  @Override
  public void measure(GitStage stage, Report report) throws IOException, InterruptedException {
    one("info/refs", new Request.InfoRefs(0), stage, report);
    one("ls-refs", Request.listing(), stage, report);
  }

  private void one(String what, Request request, GitStage stage, Report report)
      throws IOException, InterruptedException {
    GitScale scale = stage.scale();
    Path work = stage.work();
    Served served = stage.served(scale.small());
    Operation operation = Operation.of(what, served, work, request);
    report.note(what + ": warm after " + operation.warmUp(scale, served));
    Duel spawned =
        Duel.run(
            scale.repetitions(),
            UNIT,
            () -> operation.byCGit(scale.spawned(), served, work),
            () -> operation.byServerOnOneConnection(scale.requests(), served));
    spawned
        .cpuFigure(name(), what, UNIT, "git upload-pack")
        .map(
            figure -> figure.aiming(Goal.atMost(figure.ratio().orElseThrow(), CPU_RATIO_MAX, " ×")))
        .ifPresent(report::add);
    report.add(spawned.wallFigure(name(), what, UNIT, "git upload-pack"));
    String line = request.forHttpBackend(served.source().bare(), work.resolve("backend"));
    Duel asCgi =
        Duel.run(
            scale.repetitions(),
            UNIT,
            () -> CGit.run(work, scale.spawned(), List.of(line)),
            () -> operation.byServerOnOneConnection(scale.requests(), served));
    asCgi.cpuFigure(name(), what, UNIT, "git http-backend").ifPresent(report::add);
  }
}
