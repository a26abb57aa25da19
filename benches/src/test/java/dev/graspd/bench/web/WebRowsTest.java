package dev.graspd.bench.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.bench.git.load.Shape;
import dev.graspd.bench.process.InProcess;
import dev.graspd.bench.report.BenchOptions;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Report;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The smallest load that there is, on servers in this process: the bench still runs. */
@Timeout(300)
class WebRowsTest {
  private static final Shape SMALL = new Shape("web", 60, 25, 2, 5, Shape.Change.LINES, 3, 2, 30);
  private static final WebScale TINY =
      new WebScale(1, 1, 0, 3, 1, 1, 2, 3, 3, 2, 5, 5, 1, 20, SMALL);

  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private final Report report = new Report(new PrintStream(output, true, UTF_8));

  @TempDir Path directory;

  /** Peers are those of this machine; a page that the server lacks is an error of its row alone. */
  @Test
  void everyRowHasItsFigures() throws Exception {
    List<WebRow> rows = WebRows.all(Crawler.here());
    try (WebStage stage = new WebStage(TINY, directory, new InProcess())) {
      stage.findPeers(report);
      int _ = BenchOptions.measure(rows, stage, report);
    }
    List<String> measured = report.figures().stream().map(Figure::row).distinct().toList();
    assertThat(rows)
        .extracting(WebRow::name)
        .allSatisfy(row -> assertThat(measured).as(text()).contains(row));
    assertThat(report.figures())
        .filteredOn(figure -> !figure.what().equals("costly pages answered"))
        .allSatisfy(figure -> assertThat(figure.value()).as(figure.what()).isPositive());
  }

  private String text() {
    return output.toString(UTF_8);
  }
}
