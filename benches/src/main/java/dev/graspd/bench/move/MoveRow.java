package dev.graspd.bench.move;

import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.report.BenchRow;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Report;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A move in passes: everything, then what has changed since, then nothing new, then nothing new
 * while git data is missing that the old server does not have. The old server is stopped for the
 * last one (operations.md, M-6).
 */
record MoveRow(int repositories, int events, int changed, int lost)
    implements BenchRow<MoveRow.Scene> {
  private static final double LAST_PASS_SECONDS_MAX = 10;
  private static final double SECONDS_PER_THOUSAND_CHANGED = 1;
  private static final double THOUSAND = 1_000;

  /** What the row works with. */
  record Scene(Launcher launcher, Path work) {}

  @Override
  public String name() {
    return "move";
  }

  @Override
  public void measure(Scene scene, Report report) throws IOException, InterruptedException {
    Path work = scene.work().resolve("move");
    Launcher.remove(work);
    OldServerFiles old = OldServerFiles.make(work.resolve("old"), repositories, events);
    int issues = events - 2 * repositories;
    report.note("%d repositories, %d events".formatted(repositories, events));
    double first = pass(scene, work, old, 0, brought(issues, issues));
    report.add(Figure.of("move", "the first pass", first, "s"));
    old.addIssues(changed);
    double last = pass(scene, work, old, 0, brought(issues + changed, changed));
    double most = LAST_PASS_SECONDS_MAX + SECONDS_PER_THOUSAND_CHANGED * changed / THOUSAND;
    report.add(
        Figure.of("move", "the last pass, after %d new events".formatted(changed), last, "s")
            .aiming(Goal.atMost(last, most, " s")));
    double none = pass(scene, work, old, 0, brought(issues + changed, 0));
    report.add(
        Figure.of("move", "a pass that brings nothing", none, "s")
            .aiming(Goal.atMost(none, LAST_PASS_SECONDS_MAX, " s")));
    old.addLost(lost);
    String waiting = "%d: its git data was not found: it waits here".formatted(lost);
    double _ = pass(scene, work, old, 1, waiting);
    double missing = pass(scene, work, old, 1, waiting);
    report.add(
        Figure.of("move", "the same, with the objects of %d lost".formatted(lost), missing, "s")
            .aiming(Goal.atMost(missing, LAST_PASS_SECONDS_MAX, " s")));
  }

  private static String brought(int found, int brought) {
    return "roots: %d found, %d brought, %d already here, 0 left out"
        .formatted(found, brought, found - brought);
  }

  /** Returns the seconds that a pass took, with the start of its JVM. */
  private static double pass(
      Scene scene, Path work, OldServerFiles old, int exitCode, String expected)
      throws IOException, InterruptedException {
    Path log = work.resolve("import.log");
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of(
                    scene.launcher().program().toString(),
                    "import",
                    "ngit-grasp",
                    "--from",
                    old.directory().toString()))
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("NGIT_"));
    environment.put("NGIT_DOMAIN", OldServerFiles.DOMAIN);
    environment.put("NGIT_RELAY_DATA_PATH", work.resolve("new/relay").toString());
    environment.put("NGIT_GIT_DATA_PATH", work.resolve("new/git").toString());
    environment.put("NGIT_RELAY_OWNER_NSEC", Bech32.encode("nsec", Signer.named("bench").secret()));
    environment.put("NGIT_LOG_LEVEL", "warn");
    long begin = System.nanoTime();
    int code = builder.start().waitFor();
    double seconds = (System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1);
    String said = Files.readString(log);
    if (code != exitCode || !said.contains(expected)) {
      throw new IOException("the import ended with " + code + ": " + said);
    }
    return seconds;
  }
}
