package dev.graspd.bench.relay;

import dev.graspd.bench.load.FanOut;
import dev.graspd.bench.load.FrameBlock;
import dev.graspd.bench.process.ProcessCost;
import dev.graspd.bench.report.Comparison;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.net.URI;
import java.util.Collections;
import java.util.Optional;

/** One event to all subscribers. */
final class FanOutRow implements Row {
  @Override
  public String name() {
    return "fan-out";
  }

  @Override
  public boolean needsOwnServer() {
    return false;
  }

  @Override
  public void measure(Stage stage, Report report) throws IOException, InterruptedException {
    URI relay = stage.relay().uri();
    Scale scale = stage.scale();
    Audience audience = new Audience(stage.world());
    FrameBlock subscription = FrameBlock.of("[\"REQ\",\"0\"," + audience.filter() + "]");
    FrameBlock broadcasts =
        FrameBlock.of(Collections.nCopies(scale.deliveries(), "b").toArray(String[]::new));
    Optional<ProcessCost> before = stage.cost();
    Comparison rates;
    try (FanOut raw =
            new FanOut(stage.client(), stage.floor(), scale.audience(), FrameBlock.of("e0"));
        FanOut ours = new FanOut(stage.client(), relay, scale.audience(), subscription)) {
      rates =
          Comparison.interleaved(
              scale.repetitions(),
              () -> raw.perSecond(broadcasts),
              () -> ours.perSecond(fresh(stage, audience)));
    }
    report.add(
        rates
            .figure(
                name(),
                "deliveries to " + scale.audience() + " subscribers",
                "messages/s",
                "raw broadcast of a ready frame")
            .aiming(Goal.atLeast(rates.ratio(), 0.7, " ×"))
            .costing(stage.costSince(before)));
  }

  private static FrameBlock fresh(Stage stage, Audience audience) {
    int reserve = stage.scale().liveReserve() / stage.scale().repetitions();
    int first = stage.take(reserve);
    return audience.events(stage.corpus(), first, first + reserve, stage.scale().deliveries());
  }
}
