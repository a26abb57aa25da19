package dev.graspd.bench.footprint;

import dev.graspd.bench.git.load.Source;
import dev.graspd.bench.load.LoadClient;
import dev.graspd.bench.load.LoadSocket;
import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.process.OwnServer;
import dev.graspd.bench.process.Relay;
import dev.graspd.bench.report.BenchRow;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Goal;
import dev.graspd.bench.report.Numbers;
import dev.graspd.bench.report.Report;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A server from its start through all steps. Its anonymous memory is read after each: what lies in
 * files and is mapped, the store above all, belongs to the system.
 *
 * @param launcher starts the server, with a limit or without
 * @param flags for its JVM
 */
record FootprintRow(String name, Launcher launcher, String flags, String remark)
    implements BenchRow<FootprintRow.Scene> {
  private static final double START_MEGABYTES_MAX = 200;
  private static final double MEGABYTES_MAX = 256;
  private static final double MEGABYTE = 1 << 20;

  /** What all rows share. */
  record Scene(FootprintScale scale, LoadClient client, Path work) {}

  @Override
  public void measure(Scene scene, Report report) throws IOException, InterruptedException {
    report.note(remark);
    FootprintScale scale = scene.scale();
    Source large = Source.of(scale.large(), scene.work());
    Path data = launcher.directory(name);
    Launcher.remove(data);
    SortedMap<String, String> settings = settings();
    if (!flags.isEmpty()) {
      settings.put("GRASPD_JAVA_OPTS", flags);
    }
    try (OwnServer server = launcher.start(data, settings)) {
      Thread.sleep(scale.settle());
      add(report, "after the start", megabytes(server), START_MEGABYTES_MAX);
      run(server, new FootprintStage(server, scene.client(), large), scene, report);
    }
  }

  private void run(OwnServer server, FootprintStage stage, Scene scene, Report report)
      throws IOException, InterruptedException {
    FootprintScale scale = scene.scale();
    stage.events(scale.queries());
    stage.queries(scale.queries());
    add(report, "after %s queries", scale.queries(), megabytes(server));
    stage.events(scale.events());
    add(report, "after %s events", scale.events(), megabytes(server));
    List<LoadSocket> open =
        scene.client().openAll(server.uri(), scale.sockets(), _ -> (_, _) -> {});
    double most = mixed(server, stage, scale);
    add(report, "after a mixed load of " + shown(scale.mixed()), megabytes(server), MEGABYTES_MAX);
    report.add(
        Figure.of("footprint", name + ": most meanwhile", most, "MiB").costing(server.cost()));
    open.forEach(LoadSocket::close);
    Thread.sleep(scale.silence());
    add(report, shown(scale.silence()) + " later", megabytes(server), MEGABYTES_MAX);
  }

  /** Returns the most that was read after a turn. */
  private static double mixed(Relay server, FootprintStage stage, FootprintScale scale)
      throws IOException, InterruptedException {
    double most = 0;
    long end = System.nanoTime() + scale.mixed().toNanos();
    for (int turn = 0; System.nanoTime() < end; turn++) {
      long next = System.nanoTime() + scale.turn().toNanos();
      if (turn % scale.turnsBetweenLarge() == 0) {
        stage.largePushAndClone();
      }
      stage.turn();
      most = Math.max(most, megabytes(server));
      Thread.sleep(Duration.ofNanos(Math.max(0, next - System.nanoTime())));
    }
    return most;
  }

  private static double megabytes(Relay server) {
    return server.cost().orElseThrow().residentBytes() / MEGABYTE;
  }

  private void add(Report report, String what, int count, double megabytes) {
    add(report, what.formatted(Numbers.show(count)), megabytes, MEGABYTES_MAX);
  }

  private void add(Report report, String what, double megabytes, double most) {
    report.add(
        Figure.of("footprint", name + ": anonymous memory " + what, megabytes, "MiB")
            .aiming(Goal.atMost(megabytes, most, " MiB")));
  }

  private static String shown(Duration time) {
    return time.toSeconds() < 120 ? time.toSeconds() + " s" : time.toMinutes() + " min";
  }

  /** Settings of a server whose owner is the bench. */
  static SortedMap<String, String> settings() {
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put("NGIT_RELAY_ACCEPT", "grasp");
    settings.put("NGIT_RELAY_OWNER_NSEC", Bech32.encode("nsec", Signer.named("bench").secret()));
    settings.put("NGIT_MAX_NEW_REPOS_PER_HOUR", "100000");
    settings.put("NGIT_MAX_NEW_REPOS_PER_HOUR_PER_IP", "100000");
    settings.put("NGIT_LOG_LEVEL", "warn");
    return settings;
  }
}
