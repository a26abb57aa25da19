package dev.graspd.bench.git;

import dev.graspd.bench.Choice;
import dev.graspd.bench.Report;
import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.process.OwnServer;
import dev.graspd.bench.process.Relay;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench git}. */
@Command(
    name = "git",
    description =
        "The git rows of the performance page, against C git: one line of JSON a figure, then a"
            + " table.",
    mixinStandardHelpOptions = true)
public final class GitCommand implements Callable<Integer> {
  private static final Map<String, String> SETTINGS =
      Map.of(
          "NGIT_RELAY_ACCEPT", "grasp",
          "NGIT_RELAY_OWNER_NSEC", Bech32.encode("nsec", Signer.named("bench").secret()),
          "NGIT_MAX_NEW_REPOS_PER_HOUR", "1000",
          "NGIT_MAX_NEW_REPOS_PER_HOUR_PER_IP", "1000",
          "NGIT_LOG_LEVEL", "warn");

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--target",
      paramLabel = "ws://host:port",
      description =
          "Load this GRASP server instead of one of our own. It gets about thirty repositories,"
              + " each of a new key, and must take them from one address. Only wall times then.")
  private @Nullable URI target;

  @Option(names = "--quick", description = "Smaller repositories, a few minutes.")
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

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = given(work).toAbsolutePath().resolve("git");
    Files.createDirectories(directory);
    GitScale scale = quick ? GitScale.QUICK : GitScale.FULL;
    Report report = new Report(System.out);
    String run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
    Launcher program = new Launcher(given(launcher).toAbsolutePath(), directory);
    SmallHeap smallHeap =
        target == null ? _ -> smallHeap(program, scale, directory, run) : SmallHeap::shared;
    List<GitRow> rows =
        Choice.of(GitRows.all(smallHeap), GitRow::name, only, given(spec).commandLine());
    report.note(PlainGit.run(directory, "version"));
    try (Running running = server(program)) {
      GitStage stage = new GitStage(scale, directory, running.relay(), run);
      int failures = 0;
      for (GitRow row : rows) {
        failures += measure(row, stage, report) ? 0 : 1;
      }
      report.table();
      return failures == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
    }
  }

  /** One row that fails leaves the others their turn. */
  private static boolean measure(GitRow row, GitStage stage, Report report)
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

  /** The server under load; only one of ours is stopped at the end. */
  private record Running(Relay relay, Runnable end) implements AutoCloseable {
    @Override
    public void close() {
      end.run();
    }
  }

  private Running server(Launcher program) throws IOException, InterruptedException {
    if (target != null) {
      return new Running(new Relay.Foreign(target), () -> {});
    }
    OwnServer own = fresh(program, "server", SETTINGS);
    return new Running(own, own::close);
  }

  private static SmallHeap.Own smallHeap(
      Launcher program, GitScale scale, Path directory, String run)
      throws IOException, InterruptedException {
    Path log = directory.resolve("gc.log");
    Files.deleteIfExists(log);
    SortedMap<String, String> settings = new TreeMap<>(SETTINGS);
    settings.put("GRASPD_JAVA_OPTS", "-Xmx512m -Xlog:gc:file=" + log);
    OwnServer server = fresh(program, "small-heap", settings);
    return new SmallHeap.Own(server, new GitStage(scale, directory, server, run), log);
  }

  private static OwnServer fresh(Launcher program, String name, Map<String, String> settings)
      throws IOException, InterruptedException {
    Path data = program.directory(name);
    Launcher.remove(data);
    return program.start(data, settings);
  }

  private static <T> T given(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("picocli fills this in");
    }
    return value;
  }
}
