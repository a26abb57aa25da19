package dev.graspd.bench.relay;

import dev.graspd.bench.Choice;
import dev.graspd.bench.Report;
import dev.graspd.bench.load.Corpus;
import dev.graspd.bench.load.LoadClient;
import dev.graspd.bench.load.World;
import dev.graspd.bench.process.FloorProcess;
import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.process.Relay;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench relay}. */
@Command(
    name = "relay",
    description =
        "The relay's rows of the performance page: one line of JSON a figure, then a table.",
    mixinStandardHelpOptions = true)
public final class RelayCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--target",
      paramLabel = "ws://host:port",
      description = "Load this relay instead of a server of our own; it must be empty.")
  private @Nullable URI target;

  @Option(names = "--quick", description = "A smaller load, about a minute.")
  private boolean quick;

  @Option(
      names = "--only",
      paramLabel = "ROW",
      description = "Only this row; may be repeated. An unknown name lists the rows.")
  private List<String> only = List.of();

  @Option(
      names = "--work",
      paramLabel = "DIRECTORY",
      description = "Where corpus, stores and logs go; default: ${DEFAULT-VALUE}.",
      defaultValue = "benches/target/work")
  private @Nullable Path work;

  @Option(
      names = "--launcher",
      paramLabel = "FILE",
      description = "The program that starts our server; default: ${DEFAULT-VALUE}.",
      defaultValue = "./graspd")
  private @Nullable Path launcher;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = given(work).toAbsolutePath();
    Files.createDirectories(directory);
    Scale scale = quick ? Scale.QUICK : Scale.FULL;
    Report report = new Report(System.out);
    World world = new World();
    try (LoadClient client = new LoadClient();
        FloorProcess floor = FloorProcess.start();
        Servers servers = servers(directory, world, scale)) {
      List<Row> rows =
          Choice.of(Rows.all(directory, servers), Row::name, only, given(spec).commandLine());
      report.note("corpus of " + scale.corpus() + " events");
      Corpus corpus = Corpus.load(directory, world, scale.corpus());
      Stage stage = new Stage(scale, world, corpus, client, floor.uri(), () -> relay(servers));
      int failures = 0;
      for (Row row : rows) {
        failures += measure(row, stage, report) ? 0 : 1;
      }
      report.table();
      return failures == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
    }
  }

  /** One row that fails leaves the others their turn. */
  private boolean measure(Row row, Stage stage, Report report) throws InterruptedException {
    if (target != null && row.needsOwnServer()) {
      report.note(row.name() + ": left out, it needs a server of our own");
      return true;
    }
    report.note(row.name());
    try {
      row.measure(stage, report);
      return true;
    } catch (IOException | IllegalStateException e) {
      report.note(row.name() + " failed: " + e.getMessage());
      return false;
    }
  }

  private Servers servers(Path directory, World world, Scale scale) {
    Launcher program = new Launcher(given(launcher).toAbsolutePath(), directory);
    History history = new History(world, scale.history(), directory, Stores::open);
    return new Servers(program, history);
  }

  private Relay relay(Servers servers) throws IOException, InterruptedException {
    return target == null ? servers.fresh("fresh") : new Relay.Foreign(target);
  }

  private static <T> T given(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("picocli fills this in");
    }
    return value;
  }
}
