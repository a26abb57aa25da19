package dev.graspd.bench.fire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.bench.process.InProcess;
import dev.graspd.bench.report.Figure;
import dev.graspd.bench.report.Report;
import dev.graspd.testkit.fire.HonestUser;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The smallest load that there is, on a server in this process: the bench still runs. */
@Timeout(180)
class FireRowsTest {
  private static final FireScale TINY = new FireScale(1, 1, 1, Duration.ZERO);

  @TempDir Path directory;

  @Test
  void attackHasItsFigures() throws Exception {
    Report report =
        new Report(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    try (FireStage stage = new FireStage(TINY, directory, new InProcess(), Raider.here())) {
      FireRow row = FireRow.all().getFirst();
      row.measure(stage, report);
      assertThat(report.figures()).extracting(Figure::row).containsOnly(row.name());
    }
    assertThat(report.figures())
        .hasSize(HonestUser.Operation.values().length)
        .allSatisfy(figure -> assertThat(figure.value()).as(figure.what()).isPositive());
  }
}
