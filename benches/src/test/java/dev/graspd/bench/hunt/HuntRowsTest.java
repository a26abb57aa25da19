package dev.graspd.bench.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.bench.git.load.Shape;
import dev.graspd.bench.load.LoadClient;
import dev.graspd.bench.process.InProcess;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Report;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The smallest load that there is, on servers in this process: the benches still run. */
@Timeout(180)
class HuntRowsTest {
  private static final HuntScale TINY =
      new HuntScale(
          1,
          new HuntScale.Hunts(new Shape("small", 5, 5, 1, 5, Shape.Change.LINES, 0, 0), 2, 2),
          new HuntScale.Hunts(new Shape("bytes", 5, 20, 5, 100, Shape.Change.ALL, 0, 0), 1, 1),
          20,
          5,
          1,
          2_000);

  @TempDir Path directory;

  @Test
  void everyRowHasItsFigures() throws Exception {
    Report report =
        new Report(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    try (LoadClient client = new LoadClient();
        HuntStage stage = new HuntStage(TINY, directory, new InProcess(), client)) {
      for (HuntRow row : HuntRows.all()) {
        row.measure(stage, report);
      }
    }
    assertThat(report.figures())
        .extracting(Figure::row)
        .contains("fetch", "waiting", "push", "memory");
    // Memory of so little is lost in the noise of a heap that others use.
    assertThat(report.figures())
        .filteredOn(figure -> !figure.row().equals("memory"))
        .allSatisfy(figure -> assertThat(figure.value()).as(figure.what()).isPositive());
    assertThat(report.figures())
        .filteredOn(figure -> figure.what().endsWith("at once"))
        .singleElement()
        .satisfies(
            figure -> assertThat(figure.value()).isBetween(1.0, (double) HuntStage.AT_ONCE_MAX));
    assertThat(report.figures())
        .filteredOn(figure -> figure.what().endsWith("visits for each"))
        .singleElement()
        .satisfies(figure -> assertThat(figure.value()).isEqualTo(1));
  }
}
