package dev.graspd.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.bench.process.ProcessCost;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReportTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Report report = new Report(new PrintStream(bytes, true, UTF_8));

  @Test
  void aFigureIsOneLineOfJson() {
    report.add(
        Figure.of("ingest", "new \"events\"", 12_345, "events/s")
            .over("verify alone", 20_000, 0.5)
            .aiming(Goal.atLeast(0.5, 0.4, " ×"))
            .costing(Optional.of(new ProcessCost(1.5, 1_000_000, 5_000)))
            .writing(10));
    assertThat(bytes.toString(UTF_8))
        .isEqualTo(
            """
            {"row":"ingest","what":"new \\"events\\"","value":12345.0,"unit":"events/s",\
            "floor":"verify alone","floor_value":20000.0,"ratio":0.500000,"goal":"≥ 0.40 ×",\
            "met":true,"cpu_seconds":1.50000,"resident_bytes":1.00000e+06,\
            "written_bytes_per_event":500.000}
            """);
  }

  @Test
  void theTableTellsWhatIsMissed() {
    report.add(Figure.of("start", "ready", 3, "s").aiming(Goal.atMost(3, 2, " s")));
    report.table();
    assertThat(bytes.toString(UTF_8))
        .contains("| start: ready | 3 s")
        .contains("| ≤ 2 s | NO")
        .contains("1 goal missed");
  }

  @Test
  void aRowThatFailedHasMetNoGoal() {
    report.failed("growth", "the server is gone");
    report.table();
    assertThat(bytes.toString(UTF_8))
        .contains("# growth failed: the server is gone")
        .contains("failed, their goals not measured: growth")
        .doesNotContain("all goals met");
  }

  @Test
  void theMedianIsTheMiddleOne() {
    assertThat(Numbers.median(3, 1, 2)).isEqualTo(2);
    assertThat(Numbers.median(4, 1, 2, 3)).isEqualTo(2.5);
  }
}
