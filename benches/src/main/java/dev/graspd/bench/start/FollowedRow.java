package dev.graspd.bench.start;

import dev.graspd.bench.report.BenchRow;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;
import dev.graspd.bench.start.SmallRepositories.Naming;
import dev.graspd.bench.start.StartStage.Load;
import dev.graspd.bench.start.StartStage.Measured;
import java.io.IOException;

/** The heap that a repository takes which sync follows at other relays. */
record FollowedRow(String name, Load load) implements BenchRow<StartStage> {
  /** At two relays that its announcement names. */
  static FollowedRow foreign(int repositories) {
    return new FollowedRow("foreign", new Load(repositories, Naming.OTHERS_TOO, false));
  }

  /** Its states, at the relay that the operator names. */
  static FollowedRow bootstrap(int repositories) {
    return new FollowedRow("bootstrap", new Load(repositories, Naming.THIS_SERVER_ALONE, true));
  }

  @Override
  public void measure(StartStage stage, Report report) throws IOException, InterruptedException {
    double empty = stage.empty(1).laterBytes();
    Measured own = stage.measure(load, 1);
    add(report, "ready", own.readySeconds(), "s");
    add(report, "heap for a repository", (own.laterBytes() - empty) / load.repositories(), "B");
    add(report, "CPU of idle minute 1", own.cpuSeconds().getFirst(), "s");
  }

  private void add(Report report, String what, double value, String unit) {
    String of = ", " + name + ", " + Numbers.show(load.repositories()) + " repositories";
    report.add(Figure.of("start", what + of, value, unit));
  }
}
