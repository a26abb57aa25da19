package dev.graspd.bench.git;

import dev.graspd.bench.git.load.CGit;
import dev.graspd.bench.git.load.Duel;
import dev.graspd.bench.git.load.HttpConnection;
import dev.graspd.bench.git.load.PushBody;
import dev.graspd.bench.git.load.Served;
import dev.graspd.bench.git.load.Source;
import dev.graspd.bench.git.load.Spent;
import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A whole repository in one push. */
final class LargePushRow implements GitRow {
  private static final double RATIO_MAX = 2;
  private static final int WARM_UPS = 3;

  @Override
  public String name() {
    return "large-push";
  }

  @Override
  public void measure(GitStage stage, Report report) throws IOException, InterruptedException {
    Source source = Source.of(stage.scale().pushed(), stage.work());
    double megabytes = Files.size(source.pack()) / 1e6;
    byte[] body = PushBody.creating(source.refs(), Files.readAllBytes(source.pack()));
    for (int i = 0; i < WARM_UPS; i++) {
      toServer(source, body, stage);
    }
    Duel.Unit unit = Duel.Unit.SECONDS;
    String what = "push of " + Numbers.show(Math.rint(megabytes)) + " MB";
    Duel duel =
        Duel.run(
            stage.scale().repetitions(),
            unit,
            () -> toCGit(source, stage.work()),
            () -> toServer(source, body, stage));
    report.note(Numbers.show(source.objects()) + " objects");
    report.add(
        duel.wallFigure(name(), what, unit, "git index-pack")
            .aiming(Goal.atMost(duel.wall().ratio(), RATIO_MAX, " ×")));
    duel.cpuFigure(name(), what, unit, "git index-pack").ifPresent(report::add);
  }

  /** Pushes into a new repository. */
  private static Spent toServer(Source source, byte[] body, GitStage stage)
      throws IOException, InterruptedException {
    Served served = new Served(source, stage.announced(), stage.server());
    stage.sign(served.hosted(), source.refs());
    return served.spending(
        1,
        () -> {
          long begin = System.nanoTime();
          try (HttpConnection connection = served.connect()) {
            PushBody.send(connection, served.path(), body);
          }
          return System.nanoTime() - begin;
        });
  }

  private static Spent toCGit(Source source, Path work) throws IOException, InterruptedException {
    Path bare = work.resolve("large-push.git");
    Launcher.remove(bare);
    Source.init(bare);
    String line = "git index-pack --stdin < " + CGit.quoted(source.pack()) + " > index-pack.out";
    return CGit.run(bare, 1, List.of(line));
  }
}
