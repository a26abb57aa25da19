package dev.graspd.server.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.charge.Payer;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class PageWorkTest {
  private final AtomicLong now = new AtomicLong(1);
  private final AtomicReference<Duration> max = new AtomicReference<>(Duration.ofMinutes(1));
  private final PageWork work = new PageWork(max::get, now::get);
  private final Payer visitor;
  private final Payer other;

  PageWorkTest() throws UnknownHostException {
    visitor = Payer.of(InetAddress.getByName("192.0.2.1"));
    other = Payer.of(InetAddress.getByName("192.0.2.2"));
  }

  @Test
  void anAddressThatHasTakenItsTimeWaits() {
    work.spent(visitor, Duration.ofSeconds(59).toNanos());
    assertThat(work.pauseOf(visitor)).isZero();
    work.spent(visitor, Duration.ofSeconds(2).toNanos());
    assertThat(work.pauseOf(visitor)).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(11));
    assertThat(work.pauseOf(other)).isZero();
  }

  @Test
  void aNewLimitHoldsForWhatWasTakenBefore() {
    work.spent(visitor, Duration.ofMinutes(2).toNanos());
    assertThat(work.pauseOf(visitor)).isPositive();
    max.set(Duration.ofMinutes(3));
    assertThat(work.pauseOf(visitor)).isZero();
  }

  @Test
  void whatWasTakenFadesWithinTenMinutes() {
    work.spent(visitor, Duration.ofMinutes(2).toNanos());
    now.addAndGet(Duration.ofMinutes(9).toNanos());
    assertThat(work.pauseOf(visitor)).isPositive();
    now.addAndGet(Duration.ofMinutes(2).toNanos());
    assertThat(work.pauseOf(visitor)).isZero();
  }

  @Test
  void operatorIsNotCounted() {
    work.spent(Payer.operator(), Duration.ofHours(1).toNanos());
    assertThat(work.pauseOf(Payer.operator())).isZero();
  }

  @Test
  void workOfAThreadIsMeasured() {
    long before = work.cpuNanos();
    double sum = 0;
    while (work.cpuNanos() == before) {
      sum += Math.sqrt(sum + 1);
    }
    assertThat(work.cpuNanos()).as("after %s", sum).isGreaterThan(before);
  }
}
