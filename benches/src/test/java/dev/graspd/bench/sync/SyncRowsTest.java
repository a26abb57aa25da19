package dev.graspd.bench.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.bench.load.LoadClient;
import dev.graspd.bench.process.InProcess;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Report;
import dev.graspd.core.nostr.Event;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The smallest load that there is, on servers in this process: the benches still run. */
@Timeout(180)
class SyncRowsTest {
  private static final SyncScale TINY =
      new SyncScale(
          30,
          10,
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
        SyncStage stage = new SyncStage(TINY, directory, new InProcess(), client)) {
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
        .hasSize(32);
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
}
