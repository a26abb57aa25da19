package dev.graspd.bench.hunt;

import dev.graspd.bench.git.load.PlainGit;
import dev.graspd.bench.load.LoadClient;
import dev.graspd.bench.process.Hosts;
import dev.graspd.bench.report.BenchOptions;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bench hunt}. */
@Command(
    name = "hunt",
    description =
        "The rows of the hunt for git data, against fetching by hand: one line of JSON a figure,"
            + " then a table.",
    mixinStandardHelpOptions = true)
public final class HuntCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = new BenchOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = options.directory("hunt");
    List<HuntRow> rows = options.choose(HuntRows.all());
    Report report = new Report(System.out);
    report.note(PlainGit.run(directory, "version"));
    try (LoadClient client = new LoadClient();
        HuntStage stage =
            new HuntStage(
                options.scale(HuntScale.FULL, HuntScale.QUICK),
                directory,
                Hosts.processes(options.launcher(directory)),
                client)) {
      return BenchOptions.measure(rows, stage, report);
    }
  }
}
