package dev.graspd.bench.start;

import dev.graspd.bench.report.BenchOptions;
import dev.graspd.bench.report.BenchRow;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bench start}. */
@Command(
    name = "start",
    description =
        "What many small repositories cost a server that does nothing: one line of JSON a figure,"
            + " then a table.",
    mixinStandardHelpOptions = true)
public final class StartCommand implements Callable<Integer> {
  private static final int[] FULL = {100_000, 1_000_000};
  private static final int[] QUICK = {10_000};
  private static final int IDLE_MINUTES = 2;

  @Mixin private BenchOptions options = new BenchOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = options.directory("start");
    int[] counts = options.scale(FULL, QUICK);
    List<BenchRow<StartStage>> all = new ArrayList<>();
    for (int count : counts) {
      all.add(new StartRow(count, IDLE_MINUTES));
    }
    all.add(FollowedRow.foreign(counts[0]));
    all.add(FollowedRow.bootstrap(counts[0]));
    List<BenchRow<StartStage>> rows = options.choose(all);
    StartStage stage =
        new StartStage(directory, options.launcher(directory), Duration.ofMinutes(1));
    return BenchOptions.measure(rows, stage, new Report(System.out));
  }
}
