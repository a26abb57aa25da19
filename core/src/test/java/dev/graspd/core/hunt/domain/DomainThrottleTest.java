package dev.graspd.core.hunt.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.machine.Now;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** purgatory.md, section 4.2. */
class DomainThrottleTest {
  private static Now at(long seconds) {
    return new Now(Duration.ofSeconds(seconds).toNanos(), 0);
  }

  private static DomainThrottle throttle(int concurrent, int perMinute) {
    return new DomainThrottle(new DomainLimits(concurrent, perMinute));
  }

  @Test
  void requestsAtATimeAreLimitedAndOnlyAnEndGivesRoom() {
    DomainThrottle throttle = throttle(2, 30);
    throttle.begin(at(0));
    throttle.begin(at(0));
    assertThat(throttle.hasRoom(at(500))).isFalse();
    assertThat(throttle.roomNanos(at(500))).isEmpty();
    assertThatThrownBy(() -> throttle.begin(at(500))).isInstanceOf(IllegalStateException.class);
    throttle.end();
    assertThat(throttle.hasRoom(at(500))).isTrue();
  }

  @Test
  void comparisonsLeaveOnePlaceUnlessThereIsOnlyOne() {
    DomainThrottle two = throttle(2, 30);
    two.begin(at(0));
    assertThat(two.hasRoomForComparison(at(0))).isFalse();
    assertThat(two.hasRoom(at(0))).isTrue();
    assertThat(throttle(1, 30).hasRoomForComparison(at(0))).isTrue();
  }

  @Test
  void windowOfSixtySecondsMovesWithTheOldestRequest() {
    DomainThrottle throttle = throttle(5, 2);
    throttle.begin(at(10));
    throttle.end();
    throttle.begin(at(30));
    throttle.end();
    assertThat(throttle.hasRoom(at(69))).isFalse();
    assertThat(throttle.roomNanos(at(69))).hasValue(at(70).nanos());
    assertThat(throttle.hasRoom(at(70))).isTrue();
    throttle.begin(at(70));
    assertThat(throttle.roomNanos(at(70))).hasValue(at(90).nanos());
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "90, 90", "0, 1", "-5, 1", "3600, 3600", "3601, 3600", "31536000000, 3600"})
  void restIsAsLongAsAskedBetweenASecondAndAnHour(long asked, long expected) {
    DomainThrottle throttle = throttle(5, 30);
    Duration rest = throttle.rest(Optional.of(Duration.ofSeconds(asked)), 0, at(100));
    assertThat(rest).isEqualTo(Duration.ofSeconds(expected));
    assertThat(throttle.hasRoom(at(100 + expected - 1))).isFalse();
    assertThat(throttle.roomNanos(at(100))).hasValue(at(100 + expected).nanos());
    assertThat(throttle.hasRoom(at(100 + expected))).isTrue();
  }

  @Test
  void restThatIsNotSaidIs65SecondsAndDoublesUntilThereIsAnAnswer() {
    DomainThrottle throttle = throttle(5, 30);
    long time = 0;
    for (long expected : new long[] {65, 130, 260, 520, 1_040, 2_080, 3_600, 3_600}) {
      assertThat(throttle.rest(Optional.empty(), at(time).nanos(), at(time)))
          .isEqualTo(Duration.ofSeconds(expected));
      time += expected;
    }
    throttle.answered();
    assertThat(throttle.rest(Optional.empty(), at(time).nanos(), at(time)))
        .isEqualTo(Duration.ofSeconds(65));
  }

  @Test
  void complaintsOfRequestsThatWereUnderWayAreOneComplaint() {
    DomainThrottle throttle = throttle(5, 30);
    assertThat(throttle.rest(Optional.empty(), at(0).nanos(), at(1))).hasSeconds(65);
    assertThat(throttle.rest(Optional.empty(), at(0).nanos(), at(1))).hasSeconds(65);
    assertThat(throttle.rest(Optional.of(Duration.ofSeconds(5)), at(0).nanos(), at(2)))
        .as("a shorter one does not end it")
        .hasSeconds(64);
  }

  @Test
  void throttleIsIdleWhenANewOneWouldBeNoDifferent() {
    DomainThrottle throttle = throttle(5, 30);
    assertThat(throttle.isIdle(at(0))).isTrue();
    throttle.begin(at(0));
    assertThat(throttle.isIdle(at(100))).isFalse();
    throttle.end();
    assertThat(throttle.isIdle(at(59))).isFalse();
    assertThat(throttle.isIdle(at(60))).isTrue();
    throttle.rest(Optional.empty(), at(60).nanos(), at(60));
    assertThat(throttle.isIdle(at(61))).isFalse();
  }
}
