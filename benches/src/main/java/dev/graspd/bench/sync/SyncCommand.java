package dev.graspd.bench.sync;

import dev.graspd.bench.Choice;
import dev.graspd.bench.Report;
import dev.graspd.bench.load.LoadClient;
import dev.graspd.bench.process.Launcher;
import java.io.IOException;
import java.io.UncheckedIOException;
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

/** {@code bench sync}. */
@Command(
    name = "sync",
    description =
        "The sync rows of the performance page, between two servers of ours: one line of JSON a"
            + " figure, then a table.",
    mixinStandardHelpOptions = true)
public final class SyncCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--quick", description = "Fewer events, a minute or two.")
  private boolean quick;

  @Option(
      names = "--only",
      paramLabel = "ROW",
      description = "Only this row; may be repeated. An unknown name lists the rows.")
  private List<String> only = List.of();

  @Option(
      names = "--work",
      paramLabel = "DIRECTORY",
      description = "Where stores, repositories and logs go; default: ${DEFAULT-VALUE}.",
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
    Path directory = given(work).toAbsolutePath().resolve("sync");
    Files.createDirectories(directory);
    Report report = new Report(System.out);
    Launcher program = new Launcher(given(launcher).toAbsolutePath(), directory);
    List<SyncRow> rows = Choice.of(SyncRows.all(), SyncRow::name, only, given(spec).commandLine());
    try (LoadClient client = new LoadClient();
        SyncStage stage =
            new SyncStage(
                quick ? SyncScale.QUICK : SyncScale.FULL,
                directory,
                Hosts.processes(program),
                client)) {
      int failures = 0;
      for (SyncRow row : rows) {
        failures += measure(row, stage, report) ? 0 : 1;
      }
      report.table();
      return failures == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
    }
  }

  /** One row that fails leaves the others their turn. */
  private static boolean measure(SyncRow row, SyncStage stage, Report report)
      throws InterruptedException {
    report.note(row.name());
    try {
      row.measure(stage, report);
      return true;
    } catch (IOException | UncheckedIOException | IllegalStateException e) {
      report.note(row.name() + " failed: " + e.getMessage());
      return false;
    }
  }

  private static <T> T given(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("picocli fills this in");
    }
    return value;
  }
}
