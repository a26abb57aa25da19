package dev.graspd.server.peers.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LinkClockTest {
  private static final long SECOND = 1_000_000_000;
  private final AtomicLong nanos = new AtomicLong(7);
  private final AtomicLong seconds = new AtomicLong(1_000);

  private LinkClock clock(int scale) {
    return new LinkClock(nanos::get, () -> Instant.ofEpochSecond(seconds.get()), scale);
  }

  @Test
  void timersRunFasterAndTheCalendarDoesNot() {
    LinkClock clock = clock(60);
    nanos.addAndGet(2 * SECOND);
    seconds.addAndGet(2);
    assertThat(clock.now()).isEqualTo(new Now(120 * SECOND, 1_002));
  }

  @Test
  void anAlarmRingsWhenItsTimeHasComeAndNotBefore() {
    LinkClock clock = clock(60);
    long wanted = 60 * SECOND + 1;
    nanos.set(clock.realNanos(wanted) - 1);
    assertThat(clock.now().nanos()).isLessThan(wanted);
    nanos.set(clock.realNanos(wanted));
    assertThat(clock.now().nanos()).isGreaterThanOrEqualTo(wanted);
  }

  @Test
  void atScaleOneItIsTheRealTime() {
    LinkClock clock = clock(1);
    nanos.addAndGet(3 * SECOND);
    assertThat(clock.realNanos(clock.now().nanos())).isEqualTo(nanos.get());
    assertThat(clock.realNanos()).isEqualTo(nanos.get());
  }
}
