package dev.graspd.bench.hunt;

import dev.graspd.bench.git.load.Spent;
import dev.graspd.bench.process.ProcessCost;
import dev.graspd.bench.process.Relay;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Many identifiers that wait for one domain, until all of them are served. */
final class WaitingRow implements HuntRow {
  @Override
  public String name() {
    return "waiting";
  }

  @Override
  public void measure(HuntStage stage, Report report) throws IOException, InterruptedException {
    GitHost host = stage.gitHost(stage.scale().small().shape());
    stage.warmUp(stage.scale().small());
    int count = stage.scale().waiting();
    ByHand byHand = new ByHand(host, stage.work());
    Spent _ = byHand.fetch(1);
    Spent hand = byHand.fetch(stage.scale().small().count());
    List<HuntStage.Sought> sought = stage.announced(count, host);
    Relay server = stage.server();
    server.collectGarbage();
    Optional<ProcessCost> before = server.cost();
    host.watch(HuntStage.names(sought));
    double seconds = serveAll(sought, host, stage);
    Optional<ProcessCost> spent = before.flatMap(one -> server.cost().map(now -> now.since(one)));
    server.collectGarbage();
    Optional<ProcessCost> after = server.cost();

    String what = Numbers.show(count) + " identifiers";
    double each = seconds * 1e3 / count;
    report.add(Figure.of(name(), what + ", served", count / seconds, "identifiers/s"));
    report.add(
        Figure.of(name(), what + ", wall for each", each, "ms")
            .over(ByHand.NAME, hand.wallSeconds() * 1e3, each / (hand.wallSeconds() * 1e3)));
    spent.ifPresent(cost -> addCpu(what, cost.cpuSeconds() * 1e3 / count, hand, report));
    report.add(
        Figure.of(name(), what + ", most at the domain at once", host.mostAtOnce(), "visits")
            .aiming(Goal.atMost(host.mostAtOnce(), HuntStage.AT_ONCE_MAX, " visits")));
    report.add(
        Figure.of(name(), what + ", visits for each", host.visits() / (double) count, "visits"));
    before.ifPresent(first -> after.ifPresent(last -> addMemory(what, first, last, report)));
  }

  /** Returns the seconds from the first request at the domain until the last state is served. */
  private static double serveAll(List<HuntStage.Sought> sought, GitHost host, HuntStage stage)
      throws IOException, InterruptedException {
    try (Arrivals arrivals = new Arrivals(stage.server().uri())) {
      stage.publish(sought);
      long end = arrivals.await(HuntStage.states(sought));
      return (end - host.firstNanos().orElseThrow()) / 1e9;
    }
  }

  private void addCpu(String what, double millis, Spent hand, Report report) {
    double floor = hand.cpuSeconds().orElseThrow() * 1e3;
    report.add(
        Figure.of(name(), what + ", CPU for each", millis, "ms")
            .over(ByHand.NAME, floor, millis / floor));
  }

  private void addMemory(String what, ProcessCost first, ProcessCost last, Report report) {
    report.add(
        Figure.of(
            name(),
            what + ", resident memory before, after a collection",
            first.residentBytes() / 1e6,
            "MB"));
    report.add(
        Figure.of(
            name(),
            what + ", resident memory after, after a collection",
            last.residentBytes() / 1e6,
            "MB"));
  }
}
