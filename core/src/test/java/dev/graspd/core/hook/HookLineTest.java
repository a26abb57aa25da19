package dev.graspd.core.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.Delivery.Phase;
import dev.graspd.core.store.hook.Delivery.Progress;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.core.store.hook.HookSecret;
import dev.graspd.core.store.hook.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When deliveries are sent, and whose have room (WH-5, WH-6), in virtual time. */
class HookLineTest {
  private static final PublicKey OWNER = PublicKey.parse("0a".repeat(32));
  private static final Attempt TAKEN = new Attempt.Answered(204);
  private static final Attempt BUSY = new Attempt.Answered(503);
  private static final long NOW = 1_000_000_000_000L;

  private final RandomGenerator random = new Random(5);
  private final HookLine line =
      new HookLine(
          new Hook(
              1,
              "https://ci.example/",
              new HookSecret("0123456789abcdef"),
              new TreeSet<>(List.of(Topic.PUSH)),
              Optional.empty(),
              false,
              "uid 1",
              0,
              0,
              0));
  private long number;

  private static Delivery draft(Topic topic, String repository, Optional<String> stranger) {
    return new Delivery(
        1,
        0,
        "token",
        topic,
        Optional.of(new RepoAddress(OWNER, new Identifier(repository))),
        Optional.empty(),
        stranger.map(digits -> PublicKey.parse(digits.repeat(32))),
        Optional.empty(),
        Progress.fresh(NOW));
  }

  private Delivery push(String repository) {
    return draft(Topic.PUSH, repository, Optional.empty());
  }

  private static Delivery comment(String repository, int stranger) {
    return draft(Topic.COMMENT, repository, Optional.of("%02x".formatted(stranger)));
  }

  private boolean came(Delivery draft) {
    boolean hasRoom = line.admit(draft);
    if (hasRoom) {
      line.written(List.of(draft.numbered(++number)));
    }
    return hasRoom;
  }

  private Optional<Long> begun(long at) {
    return line.begin(at).map(Delivery::number);
  }

  private Delivery ended(long one, Attempt attempt, long at) {
    return line.end(one, attempt, 7, at, random).orElseThrow();
  }

  // ---- pace

  @Test
  void atMostOneAttemptASecondBegins() {
    came(push("a"));
    came(push("b"));
    assertThat(begun(NOW)).contains(1L);
    assertThat(ended(1, TAKEN, NOW + 10).progress().phase()).isEqualTo(Phase.DELIVERED);

    assertThat(begun(NOW + 999)).isEmpty();
    assertThat(line.wakeMillis(NOW + 10)).hasValue(NOW + 1_000);
    assertThat(begun(NOW + 1_000)).contains(2L);
  }

  @Test
  void oneAttemptIsUnderWayAtATime() {
    came(push("a"));
    came(push("b"));
    assertThat(begun(NOW)).contains(1L);
    assertThat(begun(NOW + 60_000)).as("the first one hangs").isEmpty();
    assertThat(line.wakeMillis(NOW + 60_000)).isEmpty();
    ended(1, BUSY, NOW + 60_000);
    assertThat(begun(NOW + 60_000)).contains(2L);
  }

  @Test
  void whatMaintainersCauseGoesBeforeWhatStrangersCause() {
    came(comment("a", 1));
    came(comment("a", 2));
    came(push("a"));
    assertThat(begun(NOW)).contains(3L);
    ended(3, TAKEN, NOW);
    assertThat(begun(NOW + 1_000)).contains(1L);
  }

  @Test
  void repositoriesHaveTurnsHoweverMuchOfOneWaits() {
    for (int i = 0; i < 50; i++) {
      came(push("flooded"));
    }
    came(push("quiet"));
    came(push("quiet"));
    List<Long> order = new ArrayList<>();
    for (long at = NOW; order.size() < 6; at += 1_000) {
      long one = begun(at).orElseThrow();
      ended(one, TAKEN, at);
      order.add(one);
    }
    assertThat(order).containsExactly(1L, 51L, 2L, 52L, 3L, 4L);
  }

  @Test
  void clockThatWasSetBackHoldsNothingUp() {
    came(push("a"));
    assertThat(begun(NOW)).contains(1L);
    ended(1, BUSY, NOW);
    long day = Duration.ofDays(1).toMillis();
    assertThat(begun(NOW - day)).contains(1L);
  }

  // ---- retries

  @ParameterizedTest
  @CsvSource({
    // failures, seconds at least, seconds at most
    "1, 5, 10",
    "2, 10, 20",
    "3, 20, 40",
    "9, 1280, 2560",
    "10, 1800, 3600",
    "50, 1800, 3600",
    "2000000000, 1800, 3600",
  })
  void pausesDoubleUpToAnHour(int failures, long atLeast, long atMost) {
    for (int i = 0; i < 100; i++) {
      assertThat(Retry.pauseMillis(failures, random)).isBetween(atLeast * 1_000, atMost * 1_000);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "200, DELIVERED",
    "204, DELIVERED",
    "299, DELIVERED",
    "301, WAITING",
    "307, WAITING",
    "404, WAITING",
    "410, WAITING",
    "500, WAITING",
    "199, WAITING",
  })
  void only2xxTakesADelivery(int status, Phase phase) {
    came(push("a"));
    line.begin(NOW);
    Delivery after = ended(1, new Attempt.Answered(status), NOW);
    assertThat(after.progress().phase()).isEqualTo(phase);
    assertThat(after.progress().status()).isEqualTo(status);
    assertThat(after.token()).isEqualTo("token");
    assertThat(line.size()).isEqualTo(phase == Phase.WAITING ? 1 : 0);
  }

  @Test
  void failedDeliveryIsTriedAgainForADayAndThenGivenUp() {
    came(push("a"));
    long now = NOW;
    Delivery last = line.begin(now).orElseThrow();
    int attempts = 0;
    while (last.isWaiting()) {
      last = ended(1, new Attempt.Failed("unreachable"), now);
      attempts++;
      if (last.isWaiting()) {
        now = line.wakeMillis(now).orElseThrow();
        assertThat(line.begin(now)).isPresent();
      }
    }
    assertThat(last.progress().phase()).isEqualTo(Phase.GIVEN_UP);
    assertThat(last.progress().attempts()).isEqualTo(attempts).isBetween(25, 60);
    assertThat(now).isBetween(NOW + Retry.LIFE_MILLIS / 2, NOW + Retry.LIFE_MILLIS);
    assertThat(line.size()).isZero();
  }

  @Test
  void whatWaitedADayIsGivenUpWithoutAnAttempt() {
    came(push("a"));
    assertThat(line.giveUp(NOW + Retry.LIFE_MILLIS - 1)).isEmpty();
    assertThat(line.giveUp(NOW + Retry.LIFE_MILLIS))
        .extracting(one -> one.progress().phase())
        .containsExactly(Phase.GIVEN_UP);
  }

  @Test
  void withdrawnDeliveryCountsNoAttempt() {
    came(push("a"));
    line.begin(NOW);
    Delivery after = ended(1, new Attempt.Withdrawn(), NOW);
    assertThat(after.progress().phase()).isEqualTo(Phase.WITHDRAWN);
    assertThat(after.progress().attempts()).isZero();
  }

  @Test
  void answerToWhatIsNotUnderWayHasNoEffect() {
    came(push("a"));
    assertThat(line.end(1, TAKEN, 0, NOW, random)).isEmpty();
    assertThat(line.size()).isEqualTo(1);
  }

  // ---- room

  @Test
  void oneStrangerFillsAHundredPlacesAndNoMore() {
    for (int i = 0; i < HookLine.OF_STRANGER_MAX; i++) {
      assertThat(came(comment("r" + i, 1))).isTrue();
    }
    assertThat(came(comment("other", 1))).isFalse();
    assertThat(came(comment("other", 2))).isTrue();
    assertThat(came(push("other"))).isTrue();
  }

  @Test
  void commentsOfOneRepositoryFillTwoHundredPlacesAndLeaveRoomForItsPushes() {
    for (int i = 0; i < HookLine.OF_REPOSITORY_MAX; i++) {
      assertThat(came(comment("a", i % 50))).isTrue();
    }
    assertThat(came(comment("a", 99))).isFalse();
    assertThat(came(push("a"))).isTrue();
    assertThat(came(comment("b", 99))).isTrue();
  }

  @Test
  void repositoryThatTakesMostMakesRoomForOthers() {
    List<Topic> topics =
        List.of(Topic.COMMENT, Topic.ISSUE, Topic.STATUS, Topic.PATCH, Topic.PULL_REQUEST);
    List<Delivery> flood = new ArrayList<>();
    for (int i = 0; i < HookLine.OF_REPOSITORY_MAX * topics.size(); i++) {
      flood.add(
          draft(topics.get(i % topics.size()), "flooded", Optional.of("%02x".formatted(i % 200))));
    }
    flood.add(push("flooded"));
    long taken = flood.stream().filter(this::came).count();
    long bytes = flood.getFirst().bytes();
    assertThat(taken * bytes).isBetween(HookLine.BYTES_MAX - 2 * bytes, HookLine.BYTES_MAX + bytes);
    int before = line.size();

    for (int i = 0; i < 50; i++) {
      Delivery quiet = push("quiet" + i);
      assertThat(line.admit(quiet)).isTrue();
      assertThat(line.leaving(NOW))
          .as("the newest of the flood")
          .allMatch(one -> one.repository().orElseThrow().identifier().text().equals("flooded"))
          .allMatch(one -> one.progress().phase() == Phase.DROPPED);
      line.written(List.of(quiet.numbered(++number)));
    }
    assertThat(line.size()).isBetween(before - 5, before + 5);
  }

  @Test
  void whatCouldNotBeWrittenNeverCame() {
    came(push("a"));
    assertThat(line.admit(push("b"))).isTrue();
    line.notWritten();
    assertThat(line.size()).isEqualTo(1);
    assertThat(line.leaving(NOW)).isEmpty();
    assertThat(begun(NOW)).contains(1L);
  }

  @Test
  void rowsThatAreKnownStayAsTheyAre() {
    came(push("a"));
    line.begin(NOW);
    Delivery other = push("b").numbered(2);
    Delivery past =
        push("c").numbered(3).with(new Progress(Phase.DELIVERED, NOW, 1, NOW, 200, 1, ""));
    line.read(line.hook(), List.of(push("a").numbered(1), other, past));
    assertThat(line.size()).isEqualTo(2);
    assertThat(begun(NOW + 5_000)).as("the first is still under way").isEmpty();
  }
}
