package dev.graspd.bench.start;

import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.process.OwnServer;
import dev.graspd.bench.start.SmallRepositories.Naming;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Starts servers on many repositories, with sync, which connects to nobody, and measures them. */
final class StartStage {
  /** Where no relay listens. */
  private static final String NOBODY = "ws://127.0.0.1:9";

  private static final Duration SETTLED_FOR = Duration.ofSeconds(5);
  private static final double SETTLED_CPU_SECONDS = 0.5;
  private static final int SETTLING_MAX = 60;

  private final Path directory;
  private final Launcher launcher;
  private final Duration idle;
  private Optional<Measured> empty = Optional.empty();

  /**
   * What a row starts on.
   *
   * @param hasBootstrap whether the operator names a relay at which all repositories are followed
   */
  record Load(int repositories, Naming naming, boolean hasBootstrap) {}

  /** The figures of one start: heaps after a full collection, CPU time of each idle minute. */
  record Measured(
      double readySeconds, double heapBytes, double laterBytes, List<Double> cpuSeconds) {}

  StartStage(Path directory, Launcher launcher, Duration idle) {
    this.directory = directory;
    this.launcher = launcher;
    this.idle = idle;
  }

  /** Returns the figures of a server without repositories, measured once. */
  Measured empty(int minutes) throws IOException, InterruptedException {
    if (empty.isEmpty()) {
      empty = Optional.of(measure(new Load(0, Naming.THIS_SERVER_ALONE, false), minutes));
    }
    return empty.get();
  }

  Measured measure(Load load, int minutes) throws IOException, InterruptedException {
    settle(load);
    try (OwnServer server = start(load)) {
      double ready = server.startedIn().toNanos() / 1e9;
      double heap = server.liveHeapBytes();
      List<Double> cpu = new ArrayList<>();
      for (int i = 0; i < minutes; i++) {
        cpu.add(idle(server));
      }
      return new Measured(ready, heap, server.liveHeapBytes(), cpu);
    }
  }

  private double idle(OwnServer server) throws InterruptedException {
    double before = cpuSeconds(server);
    Thread.sleep(idle);
    return cpuSeconds(server) - before;
  }

  /** A first start applies the operator's lists to all that is there, and looks at all families. */
  private void settle(Load load) throws IOException, InterruptedException {
    try (OwnServer server = start(load)) {
      double last = -1;
      double now = cpuSeconds(server);
      for (int i = 0; i < SETTLING_MAX && now - last > SETTLED_CPU_SECONDS; i++) {
        Thread.sleep(SETTLED_FOR);
        last = now;
        now = cpuSeconds(server);
      }
    }
    SmallRepositories.settle(data(load));
  }

  private static double cpuSeconds(OwnServer server) {
    return server.cost().orElseThrow().cpuSeconds();
  }

  private Path data(Load load) throws IOException {
    return new SmallRepositories(directory, load.naming()).prepared(load.repositories());
  }

  private OwnServer start(Load load) throws IOException, InterruptedException {
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "NGIT_DOMAIN",
                SmallRepositories.DOMAIN,
                "NGIT_SYNC_ENABLED",
                "true",
                "NGIT_RELAY_ACCEPT",
                "grasp",
                "NGIT_RELAY_OWNER_NSEC",
                Bech32.encode("nsec", Signer.named("bench").secret())));
    if (load.hasBootstrap()) {
      settings.put("NGIT_SYNC_BOOTSTRAP_RELAY_URL", NOBODY);
    }
    return launcher.start(data(load), settings);
  }
}
