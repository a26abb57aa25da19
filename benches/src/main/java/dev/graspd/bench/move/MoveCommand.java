package dev.graspd.bench.move;

import dev.graspd.bench.report.BenchOptions;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bench move}. */
@Command(
    name = "move",
    description =
        "How long a move from ngit-grasp takes, and its last pass, for which the old server is"
            + " stopped: one line of JSON a figure, then a table.",
    mixinStandardHelpOptions = true)
public final class MoveCommand implements Callable<Integer> {
  private static final MoveRow FULL = new MoveRow(2_300, 60_000, 1_000, 230);
  private static final MoveRow QUICK = new MoveRow(100, 2_000, 100, 10);

  @Mixin private BenchOptions options = new BenchOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = options.directory("move");
    List<MoveRow> rows = options.choose(List.of(options.scale(FULL, QUICK)));
    MoveRow.Scene scene = new MoveRow.Scene(options.launcher(directory), directory);
    return BenchOptions.measure(rows, scene, new Report(System.out));
  }
}
