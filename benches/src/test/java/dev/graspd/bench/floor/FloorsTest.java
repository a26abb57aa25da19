package dev.graspd.bench.floor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.bench.load.Corpus;
import dev.graspd.bench.load.FanOut;
import dev.graspd.bench.load.FrameBlock;
import dev.graspd.bench.load.Ingest;
import dev.graspd.bench.load.LoadClient;
import dev.graspd.bench.load.Requests;
import dev.graspd.bench.load.World;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FloorsTest {
  @TempDir Path directory;

  @Test
  void theFloorServerSaysOkToEveryEvent() throws Exception {
    Corpus corpus = Corpus.load(directory, new World(), 50);
    try (FloorServer server = new FloorServer();
        LoadClient client = new LoadClient()) {
      Ingest.Result result =
          Ingest.run(client, server.uri(), corpus.frames(0, 50), new Ingest.Shape(2, 8));
      assertThat(result.accepted()).isEqualTo(50);
      assertThat(result.perSecond()).isPositive();
    }
  }

  @Test
  void theFloorServerEchoesCopiesAndBroadcasts() throws Exception {
    try (FloorServer server = new FloorServer();
        LoadClient client = new LoadClient();
        FanOut fanOut = new FanOut(client, server.uri(), 5, FrameBlock.of("e0"))) {
      Requests.Result echoes = Requests.openLoop(client, server.uri(), eight("e"), 20, 1_000);
      assertThat(echoes.latencies().count()).isEqualTo(20);
      Requests.Result copies = Requests.oneByOne(client, server.uri(), eight("c500,"), 3);
      assertThat(copies.events()).isEqualTo(1_500);
      assertThat(fanOut.perSecond(FrameBlock.of("b", "b", "b"))).isPositive();
    }
  }

  @Test
  void verifyingPuttingAndSyncingHaveARate() throws Exception {
    Corpus corpus = Corpus.load(directory, new World(), 50);
    assertThat(new VerifyFloor(corpus, 50).perSecond()).isPositive();
    try (LmdbFloor lmdb = new LmdbFloor(corpus, directory.resolve("lmdb"))) {
      assertThat(lmdb.put(0, 30, 10)).isPositive();
      assertThat(lmdb.put(30, 50, 10)).isPositive();
    }
    assertThat(new DiskFloor(directory).syncs(3).p50()).isPositive();
  }

  private static FrameBlock eight(String command) {
    return FrameBlock.of(
        IntStream.range(0, Requests.IDS).mapToObj(id -> command + id).toArray(String[]::new));
  }
}
