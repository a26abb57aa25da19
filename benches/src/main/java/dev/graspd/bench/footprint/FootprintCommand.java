package dev.graspd.bench.footprint;

import dev.graspd.bench.footprint.FootprintRow.Scene;
import dev.graspd.bench.load.LoadClient;
import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.report.BenchOptions;
import dev.graspd.bench.report.BenchRow;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench footprint}. */
@Command(
    name = "footprint",
    description =
        "The memory of a small server, without a limit and with 512 MB, and what its small heap costs:"
            + " one line of JSON a figure, then a table. Takes more than two hours; --quick a few"
            + " minutes.",
    mixinStandardHelpOptions = true)
public final class FootprintCommand implements Callable<Integer> {
  @Option(
      names = "--java-opts",
      paramLabel = "FLAGS",
      description = "More flags for the server's JVM, to compare.",
      defaultValue = "")
  private String flags = "";

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "How long the mixed load lasts, in place of an hour or a minute.")
  private @Nullable Integer minutes;

  @Option(
      names = "--against",
      paramLabel = "FLAGS",
      description = "What row flags compares with; default: the flags before the heap was small.",
      defaultValue = FlagsRow.BEFORE)
  private String others = FlagsRow.BEFORE;

  @Mixin private BenchOptions options = new BenchOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = options.directory("footprint");
    FootprintScale given = options.scale(FootprintScale.FULL, FootprintScale.QUICK);
    FootprintScale scale = minutes == null ? given : given.withMixed(Duration.ofMinutes(minutes));
    Launcher launcher = options.launcher(directory);
    List<BenchRow<Scene>> rows =
        options.choose(
            List.of(
                new FootprintRow("unlimited", launcher, flags, "with all memory of this machine"),
                limited(launcher, directory),
                new FlagsRow(launcher, others)));
    try (LoadClient client = new LoadClient()) {
      Scene scene = new Scene(scale, client, directory);
      return BenchOptions.measure(rows, scene, new Report(System.out));
    }
  }

  /** A real limit where one can be set; else the JVM only believes that it has so little memory. */
  private FootprintRow limited(Launcher launcher, Path directory)
      throws IOException, InterruptedException {
    Optional<MemoryLimit> limit = MemoryLimit.find();
    if (limit.isEmpty()) {
      return new FootprintRow(
          "limited",
          launcher,
          (flags + " -XX:MaxRAM=512m").strip(),
          "without systemd or root: the JVM believes that the machine has 512 MB, nothing enforces"
              + " it");
    }
    Path program = limit.get().around(launcher.program(), directory.resolve("limited"));
    return new FootprintRow(
        "limited", new Launcher(program, directory), flags, limit.get().description());
  }
}
