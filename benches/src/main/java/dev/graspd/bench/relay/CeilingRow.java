package dev.graspd.bench.relay;

import dev.graspd.bench.load.FrameBlock;
import dev.graspd.bench.load.Ingest;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;

/** The generator with a server that only answers OK: the upper limit of all figures. */
final class CeilingRow implements Row {
  private static final int ROUNDS = 4;

  @Override
  public String name() {
    return "ceiling";
  }

  @Override
  public boolean needsOwnServer() {
    return false;
  }

  @Override
  public void measure(Stage stage, Report report) throws InterruptedException {
    FrameBlock frames = stage.corpus().frames(0, stage.scale().ingest());
    double[] rates = new double[ROUNDS];
    double[] micros = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      double before = ownCpuSeconds();
      rates[i] = Ingest.run(stage.client(), stage.floor(), frames, Stage.PIPELINED).perSecond();
      micros[i] = (ownCpuSeconds() - before) * 1e6 / frames.size();
    }
    report.add(
        Figure.of(
            name(), "generator and a server that only says OK", Numbers.median(rates), "events/s"));
    report.add(
        Figure.of(name(), "the generator's own CPU time", Numbers.median(micros), "µs/event"));
  }

  private static double ownCpuSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
  }
}
