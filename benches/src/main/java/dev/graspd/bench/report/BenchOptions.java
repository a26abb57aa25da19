package dev.graspd.bench.report;

import dev.graspd.bench.process.Launcher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of every bench, and the run over its rows. */
public final class BenchOptions {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(names = "--quick", description = "A smaller load, a minute or a few.")
  private boolean quick;

  @Option(
      names = "--only",
      paramLabel = "ROW",
      description = "Only this row; may be repeated. An unknown name lists the rows.")
  private List<String> only = List.of();

  @Option(
      names = "--work",
      paramLabel = "DIRECTORY",
      description = "Where repositories, stores and logs go; default: ${DEFAULT-VALUE}.",
      defaultValue = "benches/target/work")
  private @Nullable Path work;

  @Option(
      names = "--launcher",
      paramLabel = "FILE",
      description = "The program that starts our server; default: ${DEFAULT-VALUE}.",
      defaultValue = "./graspd")
  private @Nullable Path launcher;

  /** Returns one of two scales. */
  public <T> T scale(T full, T small) {
    return quick ? small : full;
  }

  /** Returns a bench's own directory below the work directory, and makes it. */
  public Path directory(String name) throws IOException {
    Path directory = given(work).toAbsolutePath().resolve(name);
    Files.createDirectories(directory);
    return directory;
  }

  /** Returns a launcher of our servers below a directory. */
  public Launcher launcher(Path directory) {
    return new Launcher(given(launcher).toAbsolutePath(), directory);
  }

  /** Returns the selected rows. */
  public <R extends BenchRow<?>> List<R> choose(List<R> all) {
    return Choice.of(all, BenchRow::name, only, given(spec).commandLine());
  }

  /** Measures rows one after the other and prints the table; returns the exit code. */
  public static <S> int measure(List<? extends BenchRow<S>> rows, S stage, Report report)
      throws InterruptedException {
    int failures = 0;
    for (BenchRow<S> row : rows) {
      failures += measure(row, stage, report) ? 0 : 1;
    }
    report.table();
    return failures == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /** A failed row does not stop the others. */
  private static <S> boolean measure(BenchRow<S> row, S stage, Report report)
      throws InterruptedException {
    report.note(row.name());
    try {
      row.measure(stage, report);
      return true;
    } catch (IOException | UncheckedIOException | IllegalStateException e) {
      report.failed(row.name(), String.valueOf(e.getMessage()));
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
