package dev.graspd.server.family;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class InFlightWritesTest {
  private final AtomicLong lastSeq = new AtomicLong(10);
  private final InFlightWrites unsettled = new InFlightWrites(lastSeq::get);

  @Test
  void withoutWritesEverythingIsSettled() {
    assertThat(unsettled.settledSeq()).isEqualTo(10);
  }

  @Test
  void nothingAfterTheOldestUnsettledWriteIsSettled() {
    long first = unsettled.begin();
    long same = unsettled.begin();
    lastSeq.set(12);
    long second = unsettled.begin();
    lastSeq.set(15);
    assertThat(unsettled.settledSeq()).isEqualTo(10);
    unsettled.end(first);
    assertThat(unsettled.settledSeq()).isEqualTo(10);
    unsettled.end(same);
    assertThat(unsettled.settledSeq()).isEqualTo(12);
    unsettled.end(second);
    assertThat(unsettled.settledSeq()).isEqualTo(15);
  }

  @Test
  void whoWaitsIsWokenWhenAWriteIsSettled() {
    AtomicInteger woken = new AtomicInteger();
    unsettled.onSettled(woken::incrementAndGet);
    long begun = unsettled.begin();
    assertThat(woken).hasValue(0);
    unsettled.end(begun);
    assertThat(woken).hasValue(1);
  }
}
