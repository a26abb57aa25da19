package dev.graspd.bench.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.bench.load.Corpus;
import dev.graspd.bench.load.LoadClient;
import dev.graspd.bench.load.World;
import dev.graspd.bench.process.InProcess;
import dev.graspd.bench.report.BenchOptions;
import dev.graspd.bench.report.BenchRow;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Report;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The smallest load that there is, on servers in this process: the bench still runs. */
@Timeout(120)
class SearchRowsTest {
  private static final SearchScale TINY = new SearchScale(20, 40, 1, 2, 200, 40, 200);

  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private final Report report = new Report(new PrintStream(output, true, UTF_8));

  @TempDir Path directory;

  @Test
  void everyRowHasItsFigures() throws Exception {
    try (LoadClient client = new LoadClient()) {
      Corpus corpus = Corpus.load(directory, new World(), TINY.corpus());
      int failed =
          BenchOptions.measure(
              SearchCommand.rows(),
              new SearchStage(TINY, directory, new InProcess(), client, corpus),
              report);
      assertThat(failed).as(output.toString(UTF_8)).isZero();
    }
    assertThat(report.figures())
        .extracting(Figure::row)
        .containsAll(SearchCommand.rows().stream().map(BenchRow::name).toList());
  }
}
