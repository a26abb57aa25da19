package dev.graspd.bench.fire;

import dev.graspd.bench.process.Hosts;
import dev.graspd.bench.report.BenchOptions;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bench fire}. */
@Command(
    name = "fire",
    description =
        "What an honest user waits beside each attack, against the same without one, on a server"
            + " with a heap of 512 MB: one line of JSON a figure, then a table.",
    mixinStandardHelpOptions = true)
public final class FireCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = new BenchOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = options.directory("fire");
    List<FireRow> rows = options.choose(FireRow.all());
    try (FireStage stage =
        new FireStage(
            options.scale(FireScale.FULL, FireScale.QUICK),
            directory,
            Hosts.processes(options.launcher(directory)),
            Raider.elsewhere())) {
      return BenchOptions.measure(rows, stage, new Report(System.out));
    }
  }
}
