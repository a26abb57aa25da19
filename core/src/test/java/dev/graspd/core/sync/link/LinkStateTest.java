package dev.graspd.core.sync.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LinkStateTest {
  @ParameterizedTest
  @CsvSource({
    // before,        pause,   resume,         hangUp,  end
    "ASKING,          PAUSED,  ASKING,         LEAVING, OVER",
    "RESTING,         PAUSED,  RESTING,        LEAVING, OVER",
    "AUTHENTICATING,  PAUSED,  AUTHENTICATING, LEAVING, OVER",
    "PAUSED,          PAUSED,  ASKING,         LEAVING, OVER",
    "LEAVING,         LEAVING, LEAVING,        LEAVING, OVER",
    "OVER,            OVER,    OVER,           OVER,    OVER",
  })
  void eachOrderHasOneOutcome(
      LinkState before, LinkState pause, LinkState resume, LinkState hangUp, LinkState end) {
    assertThat(before.pause()).isEqualTo(pause);
    assertThat(before.resume()).isEqualTo(resume);
    assertThat(before.hangUp()).isEqualTo(hangUp);
    assertThat(before.end()).isEqualTo(end);
  }

  @ParameterizedTest
  @CsvSource({
    // before,       neither, resting, authenticating, both
    "ASKING,         ASKING,  RESTING, AUTHENTICATING, RESTING",
    "RESTING,        ASKING,  RESTING, AUTHENTICATING, RESTING",
    "AUTHENTICATING, ASKING,  RESTING, AUTHENTICATING, RESTING",
    "PAUSED,         PAUSED,  PAUSED,  PAUSED,         PAUSED",
    "LEAVING,        LEAVING, LEAVING, LEAVING,        LEAVING",
    "OVER,           OVER,    OVER,    OVER,           OVER",
  })
  void waitsEndByTheClockAndOrdersOnlyByOrders(
      LinkState before,
      LinkState neither,
      LinkState resting,
      LinkState authenticating,
      LinkState both) {
    assertThat(before.settle(false, false)).isEqualTo(neither);
    assertThat(before.settle(true, false)).isEqualTo(resting);
    assertThat(before.settle(false, true)).isEqualTo(authenticating);
    assertThat(before.settle(true, true)).isEqualTo(both);
  }

  @ParameterizedTest
  @CsvSource({
    "ASKING, false",
    "RESTING, false",
    "AUTHENTICATING, false",
    "PAUSED, false",
    "LEAVING, true",
    "OVER, true",
  })
  void hangingUpIsFinal(LinkState state, boolean left) {
    assertThat(state.isLeft()).isEqualTo(left);
  }
}
