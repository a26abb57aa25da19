package dev.graspd.bench.git;

import dev.graspd.bench.git.load.CGit;
import dev.graspd.bench.git.load.CommitChain;
import dev.graspd.bench.git.load.PlainGit;
import dev.graspd.bench.git.load.PushBody;
import dev.graspd.bench.git.load.SignedPushes;
import dev.graspd.bench.git.load.Source;
import dev.graspd.bench.git.load.Spent;
import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.report.Comparison;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Pushes of one commit each, after a signed state. */
final class SmallPushRow implements GitRow {
  private static final double RATIO_MAX = 1;

  /** The average milliseconds of the event, and of the push itself. */
  private record Took(double event, double push) {}

  @Override
  public String name() {
    return "small-push";
  }

  @Override
  public void measure(GitStage stage, Report report) throws IOException, InterruptedException {
    GitScale scale = stage.scale();
    List<CommitChain.Link> chain = CommitChain.of(scale.pushes() + 1);
    for (int i = 0; i < scale.pushWarmUps(); i++) {
      toServer(chain, stage);
    }
    int repetitions = scale.repetitions();
    double[] peer = new double[repetitions];
    double[] push = new double[repetitions];
    double[] event = new double[repetitions];
    for (int i = 0; i < repetitions; i++) {
      peer[i] = toCGit(chain, stage.work()) * 1e3;
      Took took = toServer(chain, stage);
      push[i] = took.push();
      event[i] = took.event();
    }
    Comparison both = Comparison.of(peer, push);
    report.add(
        both.figure(name(), "push of one commit, wall", "ms", "git receive-pack")
            .aiming(Goal.atMost(both.ratio(), RATIO_MAX, " ×")));
    report.add(
        Figure.of(
            name(), "its state event, accepted and on disk, wall", Numbers.median(event), "ms"));
  }

  /** Pushes the chain into a new repository; the first push creates the branch. */
  private static Took toServer(List<CommitChain.Link> chain, GitStage stage) throws IOException {
    SignedPushes pushes = new SignedPushes(stage.announced(), stage::nextEventSeconds);
    double event = 0;
    double push = 0;
    pushes.push(chain.subList(0, 1));
    for (SignedPushes.Took took : pushes.push(chain.subList(1, chain.size()))) {
      event += took.eventNanos() / 1e6;
      push += took.pushNanos() / 1e6;
    }
    int count = chain.size() - 1;
    return new Took(event / count, push / count);
  }

  /** Returns the seconds of one push of the same chain to C git, its own check of refs included. */
  private static double toCGit(List<CommitChain.Link> chain, Path work)
      throws IOException, InterruptedException {
    Path directory = work.resolve("small-push");
    Launcher.remove(directory);
    Path bare = Source.init(directory.resolve("bare.git"));
    Files.write(directory.resolve("first.in"), chain.getFirst().body());
    CGit.run(directory, 1, List.of("git receive-pack --stateless-rpc bare.git < first.in > first"));
    int pushes = chain.size() - 1;
    for (int i = 0; i < pushes; i++) {
      Files.write(directory.resolve(i + ".in"), chain.get(i + 1).body());
    }
    List<String> lines = new ArrayList<>();
    lines.add("git receive-pack --stateless-rpc --http-backend-info-refs bare.git > refs");
    lines.add("git receive-pack --stateless-rpc bare.git < $i.in > $i.out");
    Spent spent = CGit.run(directory, pushes, lines);
    for (int i = 0; i < pushes; i++) {
      PushBody.check(Files.readAllBytes(directory.resolve(i + ".out")));
    }
    String tip = PlainGit.run(bare, "rev-parse", "main");
    if (!tip.equals(chain.getLast().to())) {
      throw new IllegalStateException("C git has " + tip);
    }
    return spent.wallSeconds();
  }
}
