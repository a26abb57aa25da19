package dev.graspd.server.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SignalTest {
  private final Signal signal = new Signal();

  @Test
  void signalIsNotLostIfNobodyWaitsYet() throws InterruptedException {
    signal.give();

    assertThat(signal.await(Duration.ZERO)).isTrue();
  }

  @Test
  void severalSignalsCountAsOne() throws InterruptedException {
    signal.give();
    signal.give();
    signal.await();

    assertThat(signal.await(Duration.ZERO)).isFalse();
  }

  @Test
  void signalAfterWakingUpWakesOnceMore() throws InterruptedException {
    signal.give();
    signal.await();
    signal.give();

    assertThat(signal.await(Duration.ZERO)).isTrue();
  }

  @Test
  void waitWithoutSignalEndsInTime() throws InterruptedException {
    assertThat(signal.await(Duration.ofMillis(1))).isFalse();

    signal.give();
    assertThat(signal.await(Duration.ZERO)).isTrue();
  }
}
