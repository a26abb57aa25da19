package dev.graspd.bench.search;

import dev.graspd.bench.load.FrameBlock;
import dev.graspd.bench.load.Requests;
import dev.graspd.bench.load.Samples;
import dev.graspd.bench.process.Hosts;
import dev.graspd.bench.report.BenchRow;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import java.io.IOException;

/** Questions of several kinds at random times. */
record QuestionRow() implements BenchRow<SearchStage> {
  private static final double MILLIS_MAX = 20;

  @Override
  public String name() {
    return "questions";
  }

  @Override
  public void measure(SearchStage stage, Report report) throws IOException, InterruptedException {
    FrameBlock questions = new SearchTexts().questions();
    try (Hosts.Host server = stage.onStored(false)) {
      double _ = stage.secondsUntilSearched(server);
      Samples _ = ask(stage, server, questions);
      Samples all = new Samples();
      for (int i = 0; i < stage.scale().repetitions(); i++) {
        all.addAll(ask(stage, server, questions));
      }
      report.add(Figure.of(name(), "REQ with search to EOSE, p50", all.p50() / 1e3, "ms"));
      double p99 = all.p99() / 1e3;
      report.add(
          Figure.of(name(), "REQ with search to EOSE, p99", p99, "ms")
              .aiming(Goal.atMost(p99, MILLIS_MAX, " ms"))
              .costing(server.relay().cost()));
    }
  }

  private static Samples ask(SearchStage stage, Hosts.Host server, FrameBlock questions)
      throws InterruptedException {
    SearchScale scale = stage.scale();
    Requests.Result result =
        Requests.openLoop(
            stage.client(), server.relay().uri(), questions, scale.questions(), scale.perSecond());
    if (result.events() == 0) {
      throw new IllegalStateException("no events came");
    }
    return result.latencies();
  }
}
