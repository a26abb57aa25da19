package dev.graspd.bench.footprint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.bench.git.load.Shape;
import dev.graspd.bench.git.load.Source;
import dev.graspd.bench.load.LoadClient;
import dev.graspd.bench.process.Hosts;
import dev.graspd.bench.process.InProcess;
import dev.graspd.bench.process.Metrics;
import dev.graspd.bench.process.OwnServer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The smallest load that there is, on a server in this process: the bench still runs. */
@Timeout(180)
class FootprintStageTest {
  private static final Shape BYTES = new Shape("bytes", 5, 20, 5, 100, Shape.Change.ALL, 1, 1);

  @TempDir Path directory;

  @Test
  void everyStepOfTheLoadIsTakenByAServer() throws Exception {
    Source large = Source.of(BYTES, directory);
    try (Hosts.Host host =
            new InProcess()
                .start(
                    directory.resolve("data"),
                    OwnServer.freePort(),
                    Map.of("NGIT_RELAY_ACCEPT", "grasp", "NGIT_SYNC_ENABLED", "false"));
        LoadClient client = new LoadClient()) {
      FootprintStage stage = new FootprintStage(host.relay(), client, large);
      stage.events(25);
      stage.queries(16);
      stage.largePushAndClone();
      stage.turn();
      stage.turn();
      // The talk, two turns of ten, three repositories with their announcements, and their states.
      assertThat(Metrics.of(host.relay().uri()).value("ngit_store_events")).isGreaterThan(45);
    }
  }
}
