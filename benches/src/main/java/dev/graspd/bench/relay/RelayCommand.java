package dev.graspd.bench.relay;

import dev.graspd.bench.load.Corpus;
import dev.graspd.bench.load.LoadClient;
import dev.graspd.bench.load.World;
import dev.graspd.bench.process.FloorProcess;
import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.process.Relay;
import dev.graspd.bench.report.BenchOptions;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench relay}. */
@Command(
    name = "relay",
    description =
        "The relay's rows of the performance page: one line of JSON a figure, then a table.",
    mixinStandardHelpOptions = true)
public final class RelayCommand implements Callable<Integer> {
  @Option(
      names = "--target",
      paramLabel = "ws://host:port",
      description = "Load this relay instead of a server of our own; it must be empty.")
  private @Nullable URI target;

  @Mixin private BenchOptions options = new BenchOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = options.directory("");
    Scale scale = options.scale(Scale.FULL, Scale.QUICK);
    Report report = new Report(System.out);
    World world = new World();
    try (LoadClient client = new LoadClient();
        FloorProcess floor = FloorProcess.start();
        Servers servers = servers(directory, world, scale)) {
      List<Row> rows = possible(options.choose(Rows.all(directory, servers)), report);
      report.note("corpus of " + scale.corpus() + " events");
      Corpus corpus = Corpus.load(directory, world, scale.corpus());
      Stage stage = new Stage(scale, world, corpus, client, floor.uri(), () -> relay(servers));
      return BenchOptions.measure(rows, stage, report);
    }
  }

  private List<Row> possible(List<Row> rows, Report report) {
    if (target == null) {
      return rows;
    }
    rows.stream()
        .filter(Row::needsOwnServer)
        .forEach(row -> report.note(row.name() + ": left out, it needs a server of our own"));
    return rows.stream().filter(row -> !row.needsOwnServer()).toList();
  }

  private Servers servers(Path directory, World world, Scale scale) {
    Launcher program = options.launcher(directory);
    History history = new History(world, scale.history(), directory, Stores::open);
    return new Servers(program, history);
  }

  private Relay relay(Servers servers) throws IOException, InterruptedException {
    return target == null ? servers.fresh("fresh") : new Relay.Foreign(target);
  }
}
