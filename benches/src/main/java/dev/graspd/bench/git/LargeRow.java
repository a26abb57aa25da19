package dev.graspd.bench.git;

import dev.graspd.bench.git.load.Duel;
import dev.graspd.bench.git.load.Fetches;
import dev.graspd.bench.git.load.Request;
import dev.graspd.bench.git.load.Served;
import dev.graspd.bench.git.load.Source;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Clones and fetches of a large repository: one pack, no bitmaps. */
final class LargeRow implements GitRow {
  private static final double CLONE_CPU_RATIO_MAX = 1.2;
  private static final double KEPT_CPU_RATIO_MAX = 0.05;
  private static final int WARM_UP_CLONES = 5;
  private static final int FETCHES_SHARE = 30;

  /** Without bitmaps the search for an old blob reads half of the history. */
  private static final int SLOW_SHARE = 10;

  private static final String PEER = "git upload-pack";

  @Override
  public String name() {
    return "large";
  }

  @Override
  public void measure(GitStage stage, Report report) throws IOException, InterruptedException {
    GitScale scale = stage.scale();
    Served served = stage.served(scale.large());
    report.note(
        Numbers.show(served.source().objects())
            + " objects in a pack of "
            + Numbers.show(Files.size(served.source().pack()) / 1e6)
            + " MB");
    clone(
        "full clone",
        Request.allAnew(served.source().refs().values()),
        CLONE_CPU_RATIO_MAX,
        served,
        stage,
        report);
    clone(
        "full clone, kept",
        Request.all(served.source().refs().values()),
        KEPT_CPU_RATIO_MAX,
        served,
        stage,
        report);
    Source source = served.source();
    Request commit = Fetches.newestCommit(source);
    Request recent = Request.blob(source.resolve("main:" + Fetches.FILE));
    Request old = Fetches.oldBlob(source, scale.large().commits());
    int times = Math.max(1, scale.operations() / FETCHES_SHARE);
    int slowTimes = Math.max(1, times / SLOW_SHARE);
    fetch("1-commit fetch, its pack alone", commit, times, Optional.of(4), served, stage, report);
    fetch("one blob of HEAD, its pack alone", recent, times, Optional.of(2), served, stage, report);
    fetch("one old blob, its pack alone", old, slowTimes, Optional.empty(), served, stage, report);
  }

  private void clone(
      String what, Request all, double ratioMax, Served served, GitStage stage, Report report)
      throws IOException, InterruptedException {
    clone(name(), what, all, ratioMax, served, stage, report);
  }

  /** Measures whole clones. */
  static void clone(
      String row,
      String what,
      Request all,
      double ratioMax,
      Served served,
      GitStage stage,
      Report report)
      throws IOException, InterruptedException {
    GitScale scale = stage.scale();
    Path work = stage.work();
    Operation clone =
        Operation.of(what, served, work, new Request.InfoRefs(2), Request.listing(), all);
    warm(clone, WARM_UP_CLONES, scale, served);
    Duel.Unit unit = Duel.Unit.SECONDS;
    Duel duel =
        Duel.run(
            scale.repetitions(),
            unit,
            () -> clone.byCGit(scale.clones(), served, work),
            () -> clone.byServer(scale.clones(), served));
    duel.cpuFigure(row, what, unit, PEER)
        .map(figure -> figure.aiming(Goal.atMost(figure.ratio().orElseThrow(), ratioMax, " ×")))
        .ifPresent(report::add);
    report.add(duel.wallFigure(row, what, unit, PEER));
  }

  private void fetch(
      String what,
      Request request,
      int times,
      Optional<Integer> timesLess,
      Served served,
      GitStage stage,
      Report report)
      throws IOException, InterruptedException {
    GitScale scale = stage.scale();
    Operation fetch = Operation.of(what, served, stage.work(), request);
    warm(fetch, times, scale, served);
    Duel.Unit unit = Duel.Unit.MILLISECONDS;
    Duel duel =
        Duel.run(
            scale.repetitions(),
            unit,
            () -> fetch.byCGit(times, served, stage.work()),
            () -> fetch.byServer(times, served));
    duel.cpuFigure(name(), what, unit, PEER)
        .map(figure -> aiming(figure, timesLess))
        .ifPresent(report::add);
    report.add(duel.wallFigure(name(), what, unit, PEER));
  }

  /** Compilers need time, even with few operations. */
  private static void warm(Operation operation, int atATime, GitScale scale, Served served)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(scale.warmUpSeconds());
    do {
      operation.byServer(atATime, served);
    } while (System.nanoTime() < end);
  }

  private static Figure aiming(Figure figure, Optional<Integer> timesLess) {
    return timesLess
        .map(times -> figure.aiming(Goal.atMost(figure.ratio().orElseThrow(), 1.0 / times, " ×")))
        .orElse(figure);
  }
}
