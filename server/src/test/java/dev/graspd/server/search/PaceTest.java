package dev.graspd.server.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long the index rests, on machines of several sizes. */
class PaceTest {
  @ParameterizedTest
  @CsvSource({
    "2, 1, 0, 250",
    "2, 20, 1000, 313",
    "2, 40, 1000, 626",
    "2, 100, 1000, 750",
    "8, 100, 1000, 316",
    "64, 300, 1000, 300",
    "2, 100, 50000, 750",
    "2, 100, 50001, 0",
  })
  void restsByWorkAndDistance(int cores, long workMillis, long behind, long restMillis) {
    long rest = Pace.ofCores(cores).pauseNanos(Duration.ofMillis(workMillis).toNanos(), behind);

    assertThat(Duration.ofNanos(rest).toMillis()).isEqualTo(restMillis);
  }
}
