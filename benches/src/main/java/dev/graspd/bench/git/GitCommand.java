package dev.graspd.bench.git;

import dev.graspd.bench.git.load.PlainGit;
import dev.graspd.bench.process.GcLog;
import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.process.OwnServer;
import dev.graspd.bench.process.Relay;
import dev.graspd.bench.report.BenchOptions;
import dev.graspd.bench.report.Report;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
          "NGIT_MAX_NEW_REPOS_PER_HOUR", "100000",
          "NGIT_MAX_NEW_REPOS_PER_HOUR_PER_IP", "100000",
          // No repacking, except in the rows that measure it.
          "NGIT_UPKEEP_BYTES_PER_HOUR", "0",
          "NGIT_LOG_LEVEL", "warn");

  @Option(
      names = "--target",
      paramLabel = "ws://host:port",
      description =
          "Load this GRASP server instead of one of our own. It gets about thirty repositories,"
              + " each of a new key, and must take them from one address. Only wall times then.")
  private @Nullable URI target;

  @Mixin private BenchOptions options = new BenchOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = options.directory("git");
    GitScale scale = options.scale(GitScale.FULL, GitScale.QUICK);
    Report report = new Report(System.out);
    String run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
    Launcher program = options.launcher(directory);
    SmallHeap smallHeap =
        target == null ? _ -> smallHeap(program, scale, directory, run) : SmallHeap::shared;
    BitmapsRow.Servers upkept =
        _ ->
            target == null ? Optional.of(upkept(program, scale, directory, run)) : Optional.empty();
    Optional<SmallHeap> growing =
        target == null
            ? Optional.of(_ -> upkept(program, scale, directory, run))
            : Optional.empty();
    List<GitRow> rows = options.choose(GitRows.all(smallHeap, upkept, growing));
    report.note(PlainGit.run(directory, "version"));
    try (Running running = server(program)) {
      GitStage stage = new GitStage(scale, directory, running.relay(), run);
      return BenchOptions.measure(rows, stage, report);
    }
  }

  /** The server under load; at the end, only our own is stopped. */
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
    settings.put("GRASPD_JAVA_OPTS", "-Xmx512m " + new GcLog(log).option());
    OwnServer server = fresh(program, "small-heap", settings);
    return new SmallHeap.Own(server, new GitStage(scale, directory, server, run), log);
  }

  /** A server that repacks at once, without waiting for a quiet repository. */
  private static SmallHeap.Own upkept(Launcher program, GitScale scale, Path directory, String run)
      throws IOException, InterruptedException {
    SortedMap<String, String> settings = new TreeMap<>(SETTINGS);
    settings.put("NGIT_UPKEEP_BYTES_PER_HOUR", Long.toString(1L << 40));
    settings.put("NGIT_TEST_TIME_SCALE", "60");
    OwnServer server = fresh(program, "upkept", settings);
    return new SmallHeap.Own(
        server, new GitStage(scale, directory, server, run), program.directory("upkept"));
  }

  private static OwnServer fresh(Launcher program, String name, Map<String, String> settings)
      throws IOException, InterruptedException {
    Path data = program.directory(name);
    Launcher.remove(data);
    return program.start(data, settings);
  }
}
