package dev.graspd.server.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class SyncClockTest {
  private static final long SECOND = 1_000_000_000;
  private final AtomicLong nanos = new AtomicLong(7);
  private final AtomicLong seconds = new AtomicLong(1_000);

  private SyncClock clock(int scale) {
    return new SyncClock(nanos::get, () -> Instant.ofEpochSecond(seconds.get()), scale);
  }

  @Test
  void atScaleOneTheCalendarMayJump() {
    SyncClock clock = clock(1);
    nanos.addAndGet(2 * SECOND);
    seconds.addAndGet(500);
    assertThat(clock.now()).isEqualTo(new Now(2 * SECOND, 1_500));
    assertThat(clock.realNanosUntil(3 * SECOND)).isEqualTo(SECOND);
    assertThat(clock.realNanosUntil(SECOND)).isZero();
  }

  @Test
  void aScaledCalendarRunsAlong() {
    SyncClock clock = clock(60);
    nanos.addAndGet(2 * SECOND);
    seconds.addAndGet(2);
    assertThat(clock.now()).isEqualTo(new Now(120 * SECOND, 1_120));
    assertThat(clock.realNanosUntil(180 * SECOND)).isEqualTo(SECOND);
  }
}
