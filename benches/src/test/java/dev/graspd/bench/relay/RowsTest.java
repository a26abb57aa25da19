package dev.graspd.bench.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.bench.floor.FloorServer;
import dev.graspd.bench.load.Corpus;
import dev.graspd.bench.load.LoadClient;
import dev.graspd.bench.load.World;
import dev.graspd.bench.process.Relay;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Report;
import dev.graspd.server.app.server.Server;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.MachineSize;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.Sources;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The smallest load that there is, on a server in this process: the benches still run. */
class RowsTest {
  private static final Scale TINY = new Scale(8_000, 200, 1, 40, 3, 10, 50, 10, 300, 10);

  @TempDir Path directory;

  @Test
  void everyRowThatAnyRelayCanServeHasItsFigures() throws Exception {
    List<Row> rows =
        List.of(
            new CeilingRow(),
            new IngestRow(directory),
            new LiveRow(directory),
            new FanOutRow(),
            new SmallRequestRow(),
            new StreamRow());
    Report report =
        new Report(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    World world = new World();
    try (FloorServer floor = new FloorServer();
        Server server = Server.start(config(), null);
        LoadClient client = new LoadClient()) {
      URI uri = URI.create("ws://127.0.0.1:" + server.address().getPort() + "/");
      Corpus corpus = Corpus.load(directory, world, TINY.corpus());
      Stage stage =
          new Stage(TINY, world, corpus, client, floor.uri(), () -> new Relay.Foreign(uri));
      for (Row row : rows) {
        row.measure(stage, report);
      }
    }
    report.table();
    assertThat(report.figures())
        .extracting(Figure::row)
        .contains("ceiling", "ingest", "duplicates", "live", "fan-out", "small-req", "stream-500");
    assertThat(report.figures())
        .filteredOn(figure -> !figure.unit().equals("µs/event"))
        .allSatisfy(figure -> assertThat(figure.value()).isPositive());
  }

  @Test
  void aStoreIsFilledOnceAndCopiedForAServerThatWrites() throws Exception {
    History history = new History(new World(), 300, directory, Stores::open);
    Path prepared = history.prepared(300);
    assertThat(history.items()).hasSize(300).isSorted();
    assertThat(history.prepared(300)).isEqualTo(prepared);
    history.copy(300, directory.resolve("copy"));
    try (var store = Stores.open(directory.resolve("copy").resolve("relay"))) {
      assertThat(store.stats().servedEvents()).isEqualTo(300);
    }
  }

  private static Config config() throws Exception {
    return new Config(
        Settings.read(
            Sources.ofEnvironment(
                Map.of(
                    "NGIT_BIND_ADDRESS", "127.0.0.1:0",
                    "NGIT_DATABASE_BACKEND", "memory",
                    "NGIT_RELAY_ACCEPT", "all",
                    "NGIT_LOG_LEVEL", "off")),
            MachineSize.current()));
  }
}
