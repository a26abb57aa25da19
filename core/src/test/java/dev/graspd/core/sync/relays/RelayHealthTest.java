package dev.graspd.core.sync.relays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.relays.RelayHealth.State;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelayHealthTest {
  private static final HealthSettings SETTINGS = HealthSettings.DEFAULT;

  /** Chance that changes nothing: exactly in the middle. */
  private static final RandomGenerator EVEN = () -> Long.MIN_VALUE;

  private static final RandomGenerator LEAST = () -> 0;
  private static final RandomGenerator MOST = () -> -1;

  private final RelayHealth health = new RelayHealth(SETTINGS, false, at(0));

  private static Now at(long seconds) {
    return new Now(Duration.ofSeconds(seconds).toNanos(), 1_700_000_000 + seconds);
  }

  private static long minutes(long minutes) {
    return 60 * minutes;
  }

  private static long hours(long hours) {
    return 3_600 * hours;
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  private static long nanos(long seconds) {
    return at(seconds).nanos();
  }

  /** Fails at each allowed attempt from the given time on; returns when the last one was. */
  private static long failFrom(long first, long untilSeconds, RelayHealth relay) {
    long last = first;
    long next = first;
    while (next <= untilSeconds) {
      last = next;
      next = last + relay.failed(at(last), EVEN).toSeconds();
    }
    return last;
  }

  @Test
  void statesHaveTheNumbersOfTheDashboards() {
    assertThat(Arrays.stream(State.values()).map(state -> state + " " + state.metric()))
        .containsExactly(
            "HEALTHY 1",
            "DISCONNECTED 2",
            "DEGRADED 3",
            "DEAD 4",
            "RATE_LIMITED 5",
            "POLICY_LIMITED 6");
  }

  @Test
  void newRelayMayBeTriedAtOnceAndIsHealthyWhenItAnswers() {
    assertThat(health.state(at(0))).isEqualTo(State.DISCONNECTED);
    assertThat(health.nextAttemptNanos()).isEqualTo(nanos(0));
    health.connected(at(1));
    assertThat(health.state(at(1))).isEqualTo(State.HEALTHY);
    assertThat(health.failures(at(1))).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 5",
    "2, 10",
    "3, 20",
    "4, 40",
    "5, 80",
    "9, 1280",
    "10, 2560",
    "11, 3600",
    "12, 3600",
    "200, 3600"
  })
  void pausesDoubleUpToTheLongest(int failures, long expected) {
    Duration pause = Duration.ZERO;
    for (int i = 0; i < failures; i++) {
      pause = health.failed(at(0), EVEN);
    }
    assertThat(pause).isEqualTo(seconds(expected));
    assertThat(health.nextAttemptNanos()).isEqualTo(nanos(expected));
    assertThat(health.failures(at(0))).isEqualTo(failures);
    assertThat(health.state(at(0))).isEqualTo(State.DEGRADED);
  }

  @Test
  void chanceSpreadsPausesByATenthBeforeTheCap() {
    assertThat(health.failed(at(0), LEAST)).isEqualTo(Duration.ofMillis(4_500));
    RelayHealth other = new RelayHealth(SETTINGS, false, at(0));
    assertThat(other.failed(at(0), MOST))
        .isBetween(Duration.ofMillis(5_499), Duration.ofMillis(5_500));
    for (int i = 1; i < 11; i++) {
      var _ = other.failed(at(0), MOST);
    }
    assertThat(other.failed(at(0), MOST)).isEqualTo(SETTINGS.max());
    assertThat(other.failed(at(hours(2)), LEAST)).isEqualTo(SETTINGS.max());
  }

  @Test
  void firstConnectionThatFailsIsTriedAgainLikeAnyOther() {
    assertThat(health.failed(at(0), EVEN)).isEqualTo(seconds(5));
    assertThat(health.nextAttemptNanos()).isEqualTo(nanos(5));
  }

  @Test
  void streakEndsAfterFiveStableMinutesAndNotWithTheHandshake() {
    var _ = health.failed(at(0), EVEN);
    health.connected(at(5));
    assertThat(health.state(at(5))).isEqualTo(State.DEGRADED);
    assertThat(health.failures(at(5))).isEqualTo(1);
    assertThat(health.state(at(304))).isEqualTo(State.DEGRADED);
    assertThat(health.state(at(305))).isEqualTo(State.HEALTHY);
    assertThat(health.failures(at(305))).isZero();
  }

  @Test
  void connectionLostAfterFiveStableMinutesIsNoFailureAndRedialledAtOnce() {
    var _ = health.failed(at(0), EVEN);
    health.connected(at(5));
    assertThat(health.lost(at(305), EVEN)).isEqualTo(Duration.ZERO);
    assertThat(health.nextAttemptNanos()).isEqualTo(nanos(305));
    assertThat(health.state(at(305))).isEqualTo(State.DISCONNECTED);
    assertThat(health.failures(at(305))).isZero();
    assertThat(health.failed(at(305), EVEN)).isEqualTo(seconds(5));
  }

  @Test
  void connectionLostEarlierIsAFailure() {
    health.connected(at(0));
    assertThat(health.lost(at(299), EVEN)).isEqualTo(seconds(5));
    assertThat(health.state(at(299))).isEqualTo(State.DEGRADED);
    health.connected(at(304));
    assertThat(health.lost(at(305), EVEN)).isEqualTo(seconds(10));
    assertThat(health.failures(at(305))).isEqualTo(2);
  }

  @Test
  void connectionThatWeEndIsNoFailure() {
    health.connected(at(0));
    health.closed(at(1));
    assertThat(health.state(at(1))).isEqualTo(State.DISCONNECTED);
    assertThat(health.failures(at(1))).isZero();
  }

  @Test
  void relayThatFailsForADayWithoutABreakIsDeadAndTriedOnceADay() {
    long last = failFrom(0, hours(24) - 1, health);
    assertThat(health.state(at(hours(24)))).isEqualTo(State.DEGRADED);
    long next = last + hours(1);
    assertThat(health.failed(at(next), EVEN)).isEqualTo(Duration.ofHours(24));
    assertThat(health.state(at(next))).isEqualTo(State.DEAD);
    assertThat(health.outage(at(next))).isEqualTo(seconds(next));
    assertThat(health.nextAttemptNanos()).isEqualTo(nanos(next + hours(24)));
    assertThat(health.failed(at(next + hours(24)), EVEN)).isEqualTo(Duration.ofHours(24));
  }

  @Test
  void handshakeDoesNotRaiseTheDeadButFiveMinutesDo() {
    long last = failFrom(0, hours(25), health);
    assertThat(health.state(at(last))).isEqualTo(State.DEAD);
    health.connected(at(last + hours(24)));
    assertThat(health.state(at(last + hours(24)))).isEqualTo(State.DEGRADED);
    assertThat(health.lost(at(last + hours(24) + 10), EVEN)).isEqualTo(Duration.ofHours(24));
    assertThat(health.state(at(last + hours(25)))).isEqualTo(State.DEAD);

    long again = last + hours(49);
    health.connected(at(again));
    assertThat(health.state(at(again + minutes(5)))).isEqualTo(State.HEALTHY);
    assertThat(health.outage(at(again + minutes(5)))).isZero();
    assertThat(health.lost(at(again + minutes(5)), EVEN)).isZero();
    assertThat(health.failed(at(again + minutes(6)), EVEN)).isEqualTo(seconds(5));
    assertThat(health.state(at(again + minutes(6)))).isEqualTo(State.DEGRADED);
  }

  @Test
  void breakOfFiveStableMinutesStartsTheDayAnew() {
    failFrom(0, hours(23), health);
    health.connected(at(hours(23) + 10));
    assertThat(health.lost(at(hours(23) + minutes(6)), EVEN)).isZero();
    long last = failFrom(hours(23) + minutes(6), hours(25), health);
    assertThat(health.state(at(last))).isEqualTo(State.DEGRADED);
  }

  @Test
  void bootstrapRelayIsTriedForEverWithTheLongestPause() {
    RelayHealth bootstrap = new RelayHealth(SETTINGS, true, at(0));
    long last = failFrom(0, hours(30), bootstrap);
    assertThat(last).isGreaterThan(hours(29));
    assertThat(bootstrap.state(at(last))).isEqualTo(State.DEAD);
    assertThat(bootstrap.failed(at(last + hours(1)), EVEN)).isEqualTo(SETTINGS.max());
    assertThat(bootstrap.isBootstrap()).isTrue();
  }

  @Test
  void bootstrapRelayThatRefusesUsIsAskedAgainAfterTheLongestPause() {
    RelayHealth bootstrap = new RelayHealth(SETTINGS, true, at(0));
    bootstrap.connected(at(0));
    assertThat(bootstrap.policyLimited(at(10))).isEqualTo(SETTINGS.max());
    bootstrap.closed(at(10));
    assertThat(bootstrap.state(at(11))).isEqualTo(State.POLICY_LIMITED);
    assertThat(bootstrap.failed(at(10 + hours(1)), EVEN)).isLessThanOrEqualTo(SETTINGS.max());
  }

  @Test
  void outageOfOurOwnKillsNobody() {
    long now = 0;
    while (now < hours(48)) {
      Duration pause = health.failedHere(at(now), EVEN);
      assertThat(pause).isLessThanOrEqualTo(SETTINGS.max());
      assertThat(health.state(at(now))).isEqualTo(State.DEGRADED);
      now += pause.toSeconds();
    }
  }

  @Test
  void rateLimitIsACoolDownAndNoFailure() {
    health.connected(at(0));
    assertThat(health.rateLimited(at(10))).isEqualTo(seconds(65));
    assertThat(health.state(at(74))).isEqualTo(State.RATE_LIMITED);
    assertThat(health.isCoolingDown(at(74))).isTrue();
    assertThat(health.coolUntilNanos()).hasValue(nanos(75));
    assertThat(health.state(at(75))).isEqualTo(State.HEALTHY);
    assertThat(health.isCoolingDown(at(75))).isFalse();
    assertThat(health.failures(at(75))).isZero();
  }

  @Test
  void afterACoolDownTheStateIsTheOneBefore() {
    var _ = health.failed(at(0), EVEN);
    health.connected(at(5));
    var _ = health.rateLimited(at(6));
    assertThat(health.state(at(6))).isEqualTo(State.RATE_LIMITED);
    assertThat(health.state(at(71))).isEqualTo(State.DEGRADED);
    assertThat(health.state(at(305))).isEqualTo(State.HEALTHY);
  }

  @Test
  void coolDownDoublesOnlyIfItRepeatsWithinFiveMinutes() {
    assertThat(health.rateLimited(at(0))).isEqualTo(seconds(65));
    assertThat(health.rateLimited(at(65 + 300))).isEqualTo(seconds(130));
    long ended = 65 + 300 + 130;
    assertThat(health.rateLimited(at(ended + 301))).isEqualTo(seconds(65));
    long now = ended + 301 + 65;
    Duration pause = Duration.ZERO;
    for (int i = 0; i < 10; i++) {
      pause = health.rateLimited(at(now));
      now += pause.toSeconds();
    }
    assertThat(pause).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void complaintsDuringACoolDownDoNotMakeItLonger() {
    assertThat(health.rateLimited(at(0))).isEqualTo(seconds(65));
    assertThat(health.rateLimited(at(1))).isEqualTo(seconds(64));
    assertThat(health.rateLimited(at(64))).isEqualTo(seconds(1));
    assertThat(health.state(at(65))).isEqualTo(State.DISCONNECTED);
  }

  @Test
  void relayIsNotDialledDuringACoolDown() {
    health.connected(at(0));
    var _ = health.rateLimited(at(minutes(6)));
    assertThat(health.lost(at(minutes(6) + 5), EVEN)).isEqualTo(seconds(60));
    assertThat(health.nextAttemptNanos()).isEqualTo(nanos(minutes(6) + 65));
  }

  @Test
  void relayThatRefusesUsIsProbedOnceADay() {
    health.connected(at(0));
    assertThat(health.policyLimited(at(10))).isEqualTo(Duration.ofHours(24));
    assertThat(health.state(at(10))).isEqualTo(State.POLICY_LIMITED);
    health.closed(at(11));
    assertThat(health.state(at(11))).isEqualTo(State.POLICY_LIMITED);
    assertThat(health.nextAttemptNanos()).isEqualTo(nanos(10 + hours(24)));
    assertThat(health.failures(at(11))).isZero();

    assertThat(health.failed(at(hours(25)), EVEN)).isEqualTo(Duration.ofHours(24));
    assertThat(health.state(at(hours(25)))).isEqualTo(State.POLICY_LIMITED);
  }

  @Test
  void probeThatLastsFiveMinutesEndsTheLimit() {
    var _ = health.policyLimited(at(0));
    health.connected(at(hours(24)));
    assertThat(health.state(at(hours(24) + 299))).isEqualTo(State.POLICY_LIMITED);
    assertThat(health.state(at(hours(24) + 300))).isEqualTo(State.HEALTHY);
    assertThat(health.lost(at(hours(24) + 300), EVEN)).isZero();
    assertThat(health.state(at(hours(24) + 300))).isEqualTo(State.DISCONNECTED);
  }

  @Test
  void refusalOnALongConnectionCountsFromItself() {
    health.connected(at(0));
    var _ = health.policyLimited(at(minutes(60)));
    assertThat(health.state(at(minutes(60)))).isEqualTo(State.POLICY_LIMITED);
    assertThat(health.state(at(minutes(65)))).isEqualTo(State.HEALTHY);
    assertThat(health.lost(at(minutes(65)), EVEN)).isZero();
    assertThat(health.nextAttemptNanos()).isEqualTo(nanos(minutes(65)));
  }

  @Test
  void whateverHappensNobodyIsTriedTooSoonOrForgotten() {
    for (long seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      RelayHealth relay = new RelayHealth(SETTINGS, random.nextBoolean(), at(0));
      long now = 0;
      for (int step = 0; step < 50; step++) {
        now = Math.max(now, Duration.ofNanos(relay.nextAttemptNanos()).toSeconds() + 1);
        if (random.nextBoolean()) {
          relay.connected(at(now));
          now += random.nextInt(600);
          check(relay, trouble(relay, now, random), now, seed);
          now += random.nextInt(600);
          check(relay, relay.lost(at(now), random), now, seed);
        } else if (random.nextInt(4) == 0) {
          check(relay, relay.failedHere(at(now), random), now, seed);
        } else {
          check(relay, relay.failed(at(now), random), now, seed);
        }
      }
    }
  }

  /** Returns the pause that follows. */
  private static Duration trouble(RelayHealth relay, long now, SplittableRandom random) {
    return switch (random.nextInt(8)) {
      case 0, 1 -> relay.rateLimited(at(now));
      case 2 -> relay.policyLimited(at(now));
      default -> Duration.ZERO;
    };
  }

  private static void check(RelayHealth relay, Duration pause, long now, long seed) {
    State state = relay.state(at(now));
    assertThat(pause).as("seed %d", seed).isBetween(Duration.ZERO, Duration.ofHours(24));
    assertThat(relay.nextAttemptNanos() - nanos(now))
        .as("seed %d", seed)
        .isLessThanOrEqualTo(Duration.ofHours(24).toNanos());
    if (pause.isPositive()) {
      assertThat(relay.nextAttemptNanos()).isEqualTo(nanos(now) + pause.toNanos());
    }
    if (state == State.DEGRADED || (state == State.DEAD && relay.isBootstrap())) {
      assertThat(pause).as("seed %d", seed).isLessThanOrEqualTo(SETTINGS.max());
    }
    if (state == State.HEALTHY || state == State.DISCONNECTED) {
      assertThat(relay.failures(at(now))).as("seed %d", seed).isZero();
    }
  }
}
