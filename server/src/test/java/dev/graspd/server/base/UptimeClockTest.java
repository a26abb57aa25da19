package dev.graspd.server.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class UptimeClockTest {
  private static final Instant CALENDAR = Instant.parse("2026-01-02T03:04:05Z");
  private static final long BEFORE = seconds(100);

  private final AtomicLong machine = new AtomicLong(seconds(7_000));
  private final UptimeClock clock = clock(1);

  private UptimeClock clock(int scale) {
    return new UptimeClock(BEFORE, machine::get, () -> CALENDAR, scale);
  }

  private static long seconds(long count) {
    return TimeUnit.SECONDS.toNanos(count);
  }

  private void pass(long seconds) {
    long _ = machine.addAndGet(seconds(seconds));
  }

  @Test
  void continuesWhereTheLastProcessStopped() {
    assertThat(clock.nanos()).isEqualTo(BEFORE);
    pass(30);
    assertThat(clock.now()).isEqualTo(new Now(seconds(130), CALENDAR.getEpochSecond()));
  }

  @Test
  void isPutForwardButNeverBack() {
    clock.continueFrom(seconds(150));
    assertThat(clock.nanos()).isEqualTo(seconds(150));
    pass(5);
    clock.continueFrom(seconds(120));
    assertThat(clock.nanos()).isEqualTo(seconds(155));
  }

  @Test
  void stoppedStandsStillWhileTheOriginalGoesOn() {
    pass(10);
    UptimeClock stopped = clock.stopped();
    pass(10);
    assertThat(stopped.nanos()).isEqualTo(seconds(110));
    assertThat(clock.nanos()).isEqualTo(seconds(120));
    assertThat(stopped.now().epochSeconds()).isEqualTo(CALENDAR.getEpochSecond());
  }

  @Test
  void aValueOfThePastIsReachedAtOnce() {
    assertThat(clock.realNanosUntil(seconds(90))).isZero();
    assertThat(clock.calendarOf(seconds(90))).isEqualTo(CALENDAR.minusSeconds(10));
  }

  @Test
  void aScaleMakesItRunFasterThanTheCalendar() {
    UptimeClock fast = clock(60);
    pass(2);
    assertThat(fast.nanos()).isEqualTo(seconds(220));
    assertThat(Duration.ofNanos(fast.realNanosUntil(seconds(340)))).hasSeconds(2);
    assertThat(fast.calendarOf(seconds(340))).isEqualTo(CALENDAR.plusSeconds(2));
  }
}
