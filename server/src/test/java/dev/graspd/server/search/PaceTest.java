package dev.graspd.server.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long the index rests, on machines of several sizes. */
class PaceTest {
  @ParameterizedTest
  @CsvSource({
    // Many events come: the publishers keep the machine.
    "2, 1, 0, 2000, 250",
    "2, 20, 1000, 2000, 480",
    "2, 40, 1000, 301, 750",
    "2, 40, 1000, 1000, 750",
    "2, 40, 1000, 1001, 960",
    "2, 100, 1000, 2000, 2000",
    "8, 100, 1000, 2000, 525",
    "64, 300, 1000, 2000, 300",
    "2, 100, 50000, 2000, 2000",
    "2, 100, 50001, 2000, 0",
    // Few come: what is behind is brought in.
    "2, 5, 0, 300, 250",
    "2, 100, 0, 300, 250",
    "2, 100, 20000, 300, 100",
    "2, 5000, 20000, 0, 750",
    "64, 100, 20000, 10, 100",
  })
  void restsByWorkDistanceAndGrowth(
      int cores, long workMillis, long behind, double perSecond, long restMillis) {
    long rest = Pace.ofCores(cores).pauseNanos(work(workMillis, workMillis), behind, perSecond);

    assertThat(Duration.ofNanos(rest).toMillis()).isEqualTo(restMillis);
  }

  /** Others use the cores: an index that rests after it has waited for them is late twice. */
  @ParameterizedTest
  @CsvSource({
    "20, 20, 0, 200, 250",
    "20, 170, 0, 200, 100",
    "20, 600, 0, 200, 0",
    "20, 600, 500, 200, 0",
    "20, 600, 500, 400, 0",
    "20, 220, 500, 400, 280",
    "100, 700, 1000, 2000, 1400",
  })
  void waitingForACoreIsRest(
      long cpuMillis, long wallMillis, long behind, double perSecond, long restMillis) {
    long rest = Pace.ofCores(2).pauseNanos(work(cpuMillis, wallMillis), behind, perSecond);

    assertThat(Duration.ofNanos(rest).toMillis()).isEqualTo(restMillis);
  }

  private static Pace.Work work(long cpuMillis, long wallMillis) {
    return new Pace.Work(
        Duration.ofMillis(cpuMillis).toNanos(), Duration.ofMillis(wallMillis).toNanos());
  }

  @Test
  void growthIsThatSinceTheLastQuestion() {
    LogGrowth growth = new LogGrowth(100, 0);
    assertThat(growth.perSecond(600, Duration.ofMillis(250).toNanos())).isEqualTo(2_000);
    assertThat(growth.perSecond(600, Duration.ofMillis(500).toNanos())).isZero();
  }
}
