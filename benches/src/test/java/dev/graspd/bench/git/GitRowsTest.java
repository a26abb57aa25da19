package dev.graspd.bench.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.bench.git.load.CGit;
import dev.graspd.bench.git.load.Completeness;
import dev.graspd.bench.git.load.Fetches;
import dev.graspd.bench.git.load.PackAnswer;
import dev.graspd.bench.git.load.Request;
import dev.graspd.bench.git.load.Shape;
import dev.graspd.bench.git.load.Source;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The smallest load that there is, on a server in this process: the benches still run. */
class GitRowsTest {
  private static final Shape SMALL = new Shape("small", 20, 20, 1, 5, Shape.Change.LINES, 3, 2);
  private static final Shape LARGE = new Shape("large", 30, 30, 2, 5, Shape.Change.LINES, 3, 2);
  private static final Shape BYTES = new Shape("bytes", 5, 20, 5, 100, Shape.Change.ALL, 1, 1);
  private static final GitScale TINY =
      new GitScale(1, 3, 0, 3, 2, 2, 1, 3, 1, 3, 4, 3, 2, SMALL, LARGE, BYTES, BYTES, BYTES);

  @TempDir Path directory;

  @Test
  void everyRowHasItsFiguresFromAnyServer() throws Exception {
    Report report =
        new Report(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    try (Server server = Server.start(config(), null)) {
      GitStage stage = new GitStage(TINY, directory, relay(server), "test");
      for (GitRow row :
          GitRows.all(SmallHeap::shared, _ -> Optional.empty(), Optional.of(SmallHeap::shared))) {
        row.measure(stage, report);
      }
    }
    assertThat(report.figures())
        .extracting(Figure::row)
        .contains("refs", "small", "small-push", "large-push", "large", "crowd", "slow", "growth");
    assertThat(report.figures())
        .allSatisfy(figure -> assertThat(figure.value()).as(figure.what()).isPositive());
  }

  @Test
  void aPackThatIsNotWhatItShouldBeIsNoticed() throws Exception {
    Source source = Source.of(SMALL, directory);
    Request clone = Request.all(source.refs().values());
    Path files = directory.resolve("clone");
    CGit.run(directory, 1, List.of(clone.forCGit(source.bare(), files)));
    byte[] right = Files.readAllBytes(Request.answer(files));
    Completeness.check(clone, right, source, directory);

    byte[] wrong = right.clone();
    wrong[wrong.length - 15] ^= 1;
    assertThatThrownBy(() -> PackAnswer.read(wrong)).hasMessageContaining("checksum");
    Request commit = Fetches.newestCommit(source);
    CGit.run(directory, 1, List.of(commit.forCGit(source.bare(), files)));
    byte[] less = Files.readAllBytes(Request.answer(files));
    assertThatThrownBy(() -> Completeness.check(clone, less, source, directory))
        .hasMessageContaining("failed");
  }

  private static Relay relay(Server server) {
    return new Relay.Foreign(URI.create("ws://127.0.0.1:" + server.address().getPort() + "/"));
  }

  private Config config() throws Exception {
    return new Config(
        Settings.read(
            Sources.ofEnvironment(
                Map.of(
                    "NGIT_BIND_ADDRESS", "127.0.0.1:0",
                    "NGIT_DATABASE_BACKEND", "memory",
                    "NGIT_RELAY_ACCEPT", "grasp",
                    "NGIT_MAX_NEW_REPOS_PER_HOUR_PER_IP", "1000",
                    "NGIT_GIT_DATA_PATH", directory.resolve("git").toString(),
                    "NGIT_LOG_LEVEL", "off")),
            MachineSize.current()));
  }
}
