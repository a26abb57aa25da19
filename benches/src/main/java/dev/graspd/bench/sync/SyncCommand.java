package dev.graspd.bench.sync;

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

/** {@code bench sync}. */
@Command(
    name = "sync",
    description =
        "The sync rows of the performance page, between two servers of ours: one line of JSON a"
            + " figure, then a table.",
    mixinStandardHelpOptions = true)
public final class SyncCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = new BenchOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = options.directory("sync");
    List<SyncRow> rows = options.choose(SyncRows.all());
    try (LoadClient client = new LoadClient();
        SyncStage stage =
            new SyncStage(
                options.scale(SyncScale.FULL, SyncScale.QUICK),
                directory,
                Hosts.processes(options.launcher(directory)),
                client)) {
      return BenchOptions.measure(rows, stage, new Report(System.out));
    }
  }
}
