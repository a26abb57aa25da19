package dev.graspd.bench.start;

import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.process.OwnServer;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Starts servers on many repositories; with sync, which connects to nobody. */
record StartStage(Path directory, Launcher launcher, Duration idle) {
  private static final Duration SETTLED_FOR = Duration.ofSeconds(5);
  private static final double SETTLED_CPU_SECONDS = 0.5;
  private static final int SETTLING_MAX = 60;

  /** A first start applies the operator's lists to all that is there, once. */
  void settle(int repositories) throws IOException, InterruptedException {
    try (OwnServer server = start(repositories)) {
      double last = -1;
      double now = cpuSeconds(server);
      for (int i = 0; i < SETTLING_MAX && now - last > SETTLED_CPU_SECONDS; i++) {
        Thread.sleep(SETTLED_FOR);
        last = now;
        now = cpuSeconds(server);
      }
    }
  }

  private static double cpuSeconds(OwnServer server) {
    return server.cost().orElseThrow().cpuSeconds();
  }

  OwnServer start(int repositories) throws IOException, InterruptedException {
    Path data = new SmallRepositories(directory).prepared(repositories);
    return launcher.start(
        data,
        Map.of(
            "NGIT_DOMAIN",
            SmallRepositories.DOMAIN,
            "NGIT_SYNC_ENABLED",
            "true",
            "NGIT_RELAY_ACCEPT",
            "grasp",
            "NGIT_RELAY_OWNER_NSEC",
            Bech32.encode("nsec", Signer.named("bench").secret())));
  }
}
