package dev.graspd.bench.footprint;

import dev.graspd.bench.footprint.FootprintRow.Scene;
import dev.graspd.bench.load.LoadClient;
import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.report.BenchOptions;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench footprint}. */
@Command(
    name = "footprint",
    description =
        "The memory of a small server, without a limit and with 512 MB: one line of JSON a figure,"
            + " then a table. Takes more than two hours; --quick a few minutes.",
    mixinStandardHelpOptions = true)
public final class FootprintCommand implements Callable<Integer> {
  private static final String SCOPE = "systemd-run --scope -q -p MemoryMax=512M -p MemorySwapMax=0";

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

  @Mixin private BenchOptions options = new BenchOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = options.directory("footprint");
    FootprintScale given = options.scale(FootprintScale.FULL, FootprintScale.QUICK);
    FootprintScale scale = minutes == null ? given : given.withMixed(Duration.ofMinutes(minutes));
    Launcher launcher = options.launcher(directory);
    List<FootprintRow> rows =
        options.choose(
            List.of(
                new FootprintRow("unlimited", launcher, flags, "with all memory of this machine"),
                limited(launcher, directory)));
    try (LoadClient client = new LoadClient()) {
      Scene scene = new Scene(scale, client, directory);
      return BenchOptions.measure(rows, scene, new Report(System.out));
    }
  }

  /** A real limit if systemd is here; else the JVM only believes that it has so little memory. */
  private FootprintRow limited(Launcher launcher, Path directory)
      throws IOException, InterruptedException {
    if (!hasScopes()) {
      return new FootprintRow(
          "limited",
          launcher,
          (flags + " -XX:MaxRAM=512m").strip(),
          "without systemd: the JVM believes that the machine has 512 MB, nothing enforces it");
    }
    Path inScope = directory.resolve("in-scope");
    Files.writeString(
        inScope, "#!/bin/sh\nexec %s %s \"$@\"\n".formatted(SCOPE, launcher.program()));
    Files.setPosixFilePermissions(inScope, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new FootprintRow(
        "limited", new Launcher(inScope, directory), flags, "in a scope of systemd with 512 MB");
  }

  private static boolean hasScopes() throws InterruptedException {
    try {
      Process tried =
          new ProcessBuilder(List.of("sh", "-c", SCOPE + " true"))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return tried.waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
