package dev.graspd.bench.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.bench.Figure;
import dev.graspd.bench.Report;
import dev.graspd.bench.load.LoadClient;
import dev.graspd.bench.process.Relay;
import dev.graspd.core.nostr.Event;
import dev.graspd.server.app.Server;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.Machine;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.Sources;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The smallest load that there is, on servers in this process: the benches still run. */
@Timeout(180)
class SyncRowsTest {
  private static final SyncScale TINY =
      new SyncScale(
          30,
          1,
          0,
          Duration.ofMillis(100),
          Duration.ofSeconds(1),
          new SyncScale.Cost(10, 100, 10, 100, 4, 20, 20, 10, 1));

  @TempDir Path directory;

  @Test
  void everyRowHasItsFigures() throws Exception {
    Report report =
        new Report(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    try (LoadClient client = new LoadClient();
        SyncStage stage = new SyncStage(TINY, directory, SyncRowsTest::start, client)) {
      for (SyncRow row : SyncRows.all()) {
        row.measure(stage, report);
      }
      Event other = RepositoryEvents.of(40).all().getLast();
      URI source = stage.source().host().relay().uri();
      assertThatThrownBy(() -> Fetch.check(source, List.of(other)))
          .hasMessageContaining("are missing");
    }
    assertThat(report.figures())
        .extracting(Figure::row)
        .contains("cost", "historic", "again")
        .hasSize(26);
    assertThat(report.figures())
        .filteredOn(figure -> figure.unit().equals("events"))
        .singleElement()
        .satisfies(figure -> assertThat(figure.value()).as("events sent again").isZero());
    // Memory of so little is lost in the noise of a heap that others use.
    assertThat(report.figures())
        .filteredOn(
            figure -> !figure.unit().equals("events") && !figure.what().startsWith("memory"))
        .allSatisfy(figure -> assertThat(figure.value()).as(figure.what()).isPositive());
  }

  private static Hosts.Host start(Path data, int port, Map<String, String> settings)
      throws IOException, InterruptedException {
    SortedMap<String, String> environment = new TreeMap<>(settings);
    environment.put("NGIT_BIND_ADDRESS", "127.0.0.1:" + port);
    environment.put("NGIT_RELAY_DATA_PATH", data.resolve("relay").toString());
    environment.put("NGIT_GIT_DATA_PATH", data.resolve("git").toString());
    environment.put("NGIT_LOG_LEVEL", "off");
    Server server;
    try {
      server =
          Server.start(
              new Config(Settings.read(Sources.ofEnvironment(environment), Machine.current())),
              null);
    } catch (Exception e) {
      throw new IOException("the server does not start", e);
    }
    Relay relay = new Relay.Foreign(URI.create("ws://127.0.0.1:" + port + "/"));
    return new Hosts.Host() {
      @Override
      public Relay relay() {
        return relay;
      }

      @Override
      public void close() {
        server.close();
      }
    };
  }
}
