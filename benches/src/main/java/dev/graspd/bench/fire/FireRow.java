package dev.graspd.bench.fire;

import dev.graspd.bench.load.Samples;
import dev.graspd.bench.report.BenchRow;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import dev.graspd.testkit.fire.Attack;
import dev.graspd.testkit.fire.Attacks;
import dev.graspd.testkit.fire.HonestUser;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** One repeated attack, and the honest user beside it. */
record FireRow(Attack attack) implements BenchRow<FireStage> {
  private static final double RATIO_MAX = 3;

  static List<FireRow> all() {
    return attacks().stream().map(FireRow::new).toList();
  }

  static List<Attack> attacks() {
    return Stream.concat(Attacks.all().stream(), Stream.of(Attacks.together())).toList();
  }

  @Override
  public String name() {
    return attack.name().replace(' ', '-');
  }

  @Override
  public void measure(FireStage stage, Report report) throws IOException {
    Waits attacked = new Waits();
    try (Attackers.Raid _ = stage.attack(attack)) {
      long until = System.nanoTime() + stage.scale().attacked().toNanos();
      do {
        attacked.add(stage.honest().round());
      } while (System.nanoTime() < until);
    }
    for (HonestUser.Operation operation : HonestUser.Operation.values()) {
      figure(operation, attacked.of(operation), stage, report);
    }
  }

  private void figure(
      HonestUser.Operation operation, Samples samples, FireStage stage, Report report) {
    Samples idle = stage.idle().of(operation);
    double ratio = samples.p99() / idle.p99();
    report.add(
        Figure.of(
                name(),
                operation.name().toLowerCase(Locale.ROOT).replace('_', '-') + ", p99",
                samples.p99() / 1e3,
                "ms")
            .over("idle", idle.p99() / 1e3, ratio)
            .aiming(Goal.atMost(ratio, RATIO_MAX, " ×")));
  }
}
