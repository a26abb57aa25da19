package dev.graspd.bench.web;

import dev.graspd.bench.git.load.Duel;
import dev.graspd.bench.git.load.Spent;
import dev.graspd.bench.process.Hosts;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.util.List;

/** The first page of the list of repositories, of many and of few. */
final class ListRow implements WebRow {
  private static final double RATIO_MAX = 2;
  private static final Duel.Unit UNIT = Duel.Unit.MILLISECONDS;

  /** A part of the name of each repository. */
  private static final String SHOWN = "repository-";

  @Override
  public String name() {
    return "list";
  }

  @Override
  public void measure(WebStage stage, Report report) throws IOException, InterruptedException {
    WebScale scale = stage.scale();
    stage.stop();
    try (Hosts.Host few = stage.listing(scale.few());
        Hosts.Host many = stage.listing(scale.many())) {
      Visitor ofFew = new Visitor(few.relay());
      Visitor ofMany = new Visitor(many.relay());
      Turns<Ask> asks = new Turns<>(List.of(Ask.page("/repos", SHOWN)));
      report.note("few: warm after " + ofFew.warmUp(asks, scale));
      report.note("many: warm after " + ofMany.warmUp(asks, scale));
      Duel duel =
          Duel.run(
              scale.repetitions(),
              UNIT,
              () -> take(ofFew, asks, scale),
              () -> take(ofMany, asks, scale));
      add(duel, scale, report);
    }
  }

  private static Spent take(Visitor visitor, Turns<Ask> asks, WebScale scale)
      throws IOException, InterruptedException {
    return visitor.take(asks.next(scale.requests()));
  }

  private void add(Duel duel, WebScale scale, Report report) {
    String what = "list of " + Numbers.show(scale.many()) + " repositories";
    String few = "of " + Numbers.show(scale.few());
    duel.cpuFigure(name(), what, UNIT, few)
        .map(figure -> figure.aiming(Goal.atMost(figure.ratio().orElseThrow(), RATIO_MAX, " ×")))
        .ifPresent(report::add);
    report.add(duel.wallFigure(name(), what, UNIT, few));
  }
}
