package dev.graspd.bench.hunt;

import dev.graspd.bench.git.load.PlainGit;
import dev.graspd.bench.git.load.Publisher;
import dev.graspd.bench.git.load.Source;
import dev.graspd.bench.git.load.Spent;
import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.process.ProcessCost;
import dev.graspd.bench.report.Comparison;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The time from a state at another relay until we serve it, with its git data on another server;
 * without the half second in which the server gathers events of a relay.
 */
final class FetchRow implements HuntRow {
  private static final double RATIO_MAX = 1.5;

  /**
   * The milliseconds of one hunt.
   *
   * @param whole from the state at the relay, without the time of gathering
   * @param visit from the first request at the git host
   * @param cpu of the server, if it is ours
   */
  private record Took(double whole, double visit, Optional<Double> cpu) {}

  @Override
  public String name() {
    return "fetch";
  }

  @Override
  public void measure(HuntStage stage, Report report) throws IOException, InterruptedException {
    measure("small repository", stage.scale().small(), stage, report);
    HuntScale.Hunts large = stage.scale().large();
    long bytes = Files.size(stage.gitHost(large.shape()).source().pack());
    measure("repository of " + Numbers.show(Math.rint(bytes / 1e6)) + " MB", large, stage, report);
  }

  private void measure(String what, HuntScale.Hunts hunts, HuntStage stage, Report report)
      throws IOException, InterruptedException {
    GitHost host = stage.gitHost(hunts.shape());
    ByHand byHand = new ByHand(host, stage.work());
    stage.warmUp(hunts);
    Spent _ = byHand.fetch(1);
    int repetitions = stage.scale().repetitions();
    double[][] floor = new double[2][repetitions];
    double[][] ours = new double[3][repetitions];
    boolean isCpuKnown = true;
    for (int i = 0; i < repetitions; i++) {
      Spent hand = byHand.fetch(hunts.count());
      floor[0][i] = hand.wallSeconds() * 1e3;
      floor[1][i] = hand.cpuSeconds().orElseThrow() * 1e3;
      Took took = hunt(hunts.count(), host, stage);
      ours[0][i] = took.whole();
      ours[1][i] = took.visit();
      ours[2][i] = took.cpu().orElse(0.0);
      isCpuKnown &= took.cpu().isPresent();
    }
    report.note(what + ": " + host.source().objects() + " objects");
    Comparison whole = Comparison.of(floor[0], ours[0]);
    report.add(
        whole
            .figure(name(), what + ", state at a relay → served, less 500 ms", "ms", ByHand.NAME)
            .aiming(Goal.atMost(whole.ratio(), RATIO_MAX, " ×")));
    report.add(
        Comparison.of(floor[0], ours[1])
            .figure(name(), what + ", first request → served", "ms", ByHand.NAME));
    if (isCpuKnown) {
      report.add(
          Comparison.of(floor[1], ours[2]).figure(name(), what + ", CPU", "ms", ByHand.NAME));
    }
  }

  private static Took hunt(int count, GitHost host, HuntStage stage)
      throws IOException, InterruptedException {
    List<HuntStage.Sought> sought = stage.announced(count, host);
    host.watch(HuntStage.names(sought));
    long whole = 0;
    long visit = 0;
    try (Publisher relay = new Publisher(stage.relay());
        Arrivals arrivals = new Arrivals(stage.server().uri())) {
      Optional<ProcessCost> before = stage.server().cost();
      for (HuntStage.Sought one : sought) {
        long begin = System.nanoTime();
        relay.publish(one.state());
        long end = arrivals.await(List.of(one.state()));
        whole += end - begin - HuntStage.GATHERED.toNanos();
        visit += end - host.firstNanos(one.hosted().identifier()).orElseThrow();
      }
      Optional<ProcessCost> after = stage.server().cost();
      check(sought.getLast(), host.source(), stage.work());
      return new Took(
          whole / 1e6 / count,
          visit / 1e6 / count,
          before.flatMap(
              earlier -> after.map(later -> later.since(earlier).cpuSeconds() * 1e3 / count)));
    }
  }

  /** Fails unless the server serves everything. */
  private static void check(HuntStage.Sought sought, Source source, Path work)
      throws IOException, InterruptedException {
    Path clone = work.resolve("check.git");
    Launcher.remove(clone);
    Source.init(clone);
    PlainGit.run(clone, "fetch", "-q", sought.hosted().cloneUrl(), Source.MAIN + ":" + Source.MAIN);
    String found = PlainGit.run(clone, "rev-list", "--objects", "--count", "--all");
    if (Integer.parseInt(found) != source.objects()) {
      throw new IllegalStateException("the server gives out " + found + " objects");
    }
    Launcher.remove(clone);
  }
}
