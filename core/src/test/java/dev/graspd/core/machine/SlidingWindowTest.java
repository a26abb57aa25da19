package dev.graspd.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SlidingWindowTest {
  private final SlidingWindow window = new SlidingWindow(Duration.ofNanos(10));

  @Test
  void countsOnlyWhatIsNewEnough() {
    window.add(0);
    window.add(4);
    window.add(4);

    assertThat(window.count(9)).isEqualTo(3);
    assertThat(window.count(10)).isEqualTo(2);
    assertThat(window.count(13)).isEqualTo(2);
    assertThat(window.count(14)).isZero();
  }

  @Test
  void tellsWhenThereWillBeLess() {
    window.add(0);
    window.add(4);
    window.add(7);

    assertThat(window.belowNanos(3)).isEqualTo(10);
    assertThat(window.belowNanos(2)).isEqualTo(14);
    assertThat(window.belowNanos(1)).isEqualTo(17);
    assertThat(window.belowNanos(4)).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void clockMayShowAnyNumber() {
    window.add(Long.MAX_VALUE);

    assertThat(window.count(Long.MAX_VALUE + 9)).isEqualTo(1);
    assertThat(window.count(Long.MAX_VALUE + 10)).isZero();
  }
}
