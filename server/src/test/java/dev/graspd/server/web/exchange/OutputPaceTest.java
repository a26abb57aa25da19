package dev.graspd.server.web.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class OutputPaceTest {
  private static final long KIB = 1 << 10;

  private final OutputPace pace = new OutputPace(ExchangeLimits.DEFAULT);

  @Test
  void aClientThatTakesNothingIsTooSlowAfterAMinute() {
    assertThat(check(0, 100, 0)).isFalse();
    assertThat(check(59, 100, 0)).isFalse();
    assertThat(check(60, 100, 0)).isTrue();
  }

  @Test
  void aServerThatComputesIsNotTheClientsFault() {
    for (int second = 0; second <= 3_600; second += 15) {
      assertThat(check(second, second, second)).as("second %s", second).isFalse();
    }
  }

  @Test
  void anAverageBelowSixteenKibibytesASecondIsTooSlow() {
    for (int second = 0; second < 60; second += 15) {
      assertThat(check(second, 10_000 * KIB, second * 15L * KIB)).isFalse();
    }
    assertThat(check(60, 10_000 * KIB, 60 * 15L * KIB)).isTrue();
  }

  @Test
  void anAverageOfSixteenKibibytesASecondIsEnough() {
    for (int second = 0; second <= 600; second += 15) {
      assertThat(check(second, 100_000 * KIB, second * 16L * KIB)).isFalse();
    }
  }

  @Test
  void aFastBeginningDoesNotExcuseAStandstill() {
    assertThat(check(0, 10_000 * KIB, 0)).isFalse();
    assertThat(check(15, 10_000 * KIB, 9_000 * KIB)).isFalse();
    assertThat(check(60, 10_000 * KIB, 9_000 * KIB)).isFalse();
    assertThat(check(75, 10_000 * KIB, 9_000 * KIB)).isTrue();
  }

  private boolean check(long second, long queued, long sent) {
    return pace.isTooSlow(TimeUnit.SECONDS.toNanos(second), queued, sent);
  }
}
