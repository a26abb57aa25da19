package dev.graspd.core.purgatory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PurgatoryTest {
  private static final EventId ID = EventId.parse("0a".repeat(32));
  private static final RepoAddress REPOSITORY =
      new RepoAddress(PublicKey.parse("a1".repeat(32)), new Identifier("repo"));
  private static final Ticket ANNOUNCEMENT = new Ticket.OfAnnouncement(REPOSITORY);
  private static final Ticket STATE = new Ticket.OfState(ID);
  private static final Ticket PULL_REQUEST = new Ticket.OfPullRequest(ID);
  private static final Ticket PUSH = new Ticket.OfPush(REPOSITORY, ID);

  private final Purgatory purgatory = new Purgatory();

  private static Now at(Duration uptime) {
    return new Now(uptime.toNanos(), 1_700_000_000 + uptime.toSeconds());
  }

  private static Duration minutes(long minutes) {
    return Duration.ofMinutes(minutes);
  }

  private static final Duration SECOND = Duration.ofSeconds(1);

  private List<Action> wake(Duration uptime) {
    return purgatory.on(new Input.Woken(), at(uptime));
  }

  static Stream<Arguments> lifetimes() {
    return Stream.of(
        Arguments.of(ANNOUNCEMENT, minutes(30), Duration.ofHours(24)),
        Arguments.of(STATE, minutes(30), Duration.ofDays(7)),
        Arguments.of(PULL_REQUEST, minutes(30), Duration.ofDays(7)));
  }

  @ParameterizedTest
  @MethodSource("lifetimes")
  void lapsesAndIsForgottenToTheSecond(Ticket ticket, Duration life, Duration memory) {
    purgatory.on(new Input.Arrived(ticket), at(Duration.ZERO));
    assertThat(purgatory.nextWakeNanos()).hasValue(life.toNanos());
    assertThat(wake(life.minus(SECOND))).isEmpty();

    long forgotten = life.plus(memory).toNanos();
    assertThat(wake(life))
        .containsExactly(
            new Action.Lapse(ticket), new Action.Save(ticket, Phase.REMEMBERED, forgotten));
    assertThat(purgatory.phaseOf(ticket)).contains(Phase.REMEMBERED);
    assertThat(wake(life.plus(memory).minus(SECOND))).isEmpty();
    assertThat(wake(life.plus(memory))).containsExactly(new Action.Forget(ticket));
    assertThat(purgatory.phaseOf(ticket)).isEmpty();
    assertThat(purgatory.nextWakeNanos()).isEmpty();
  }

  @Test
  void unmatchedPushIsForgottenAfterTwentyMinutes() {
    purgatory.on(new Input.Arrived(PUSH), at(Duration.ZERO));
    assertThat(wake(minutes(20).minus(SECOND))).isEmpty();
    assertThat(wake(minutes(20))).containsExactly(new Action.Forget(PUSH));
  }

  @Test
  void whatIsRenewedHasItsFullTimeAgain() {
    purgatory.on(new Input.Arrived(STATE), at(Duration.ZERO));
    assertThat(purgatory.on(new Input.Renewed(STATE), at(minutes(29))))
        .containsExactly(new Action.Save(STATE, Phase.WAITING, minutes(59).toNanos()));
    assertThat(wake(minutes(58))).isEmpty();
    assertThat(wake(minutes(59))).first().isEqualTo(new Action.Lapse(STATE));
  }

  @Test
  void whatIsNotKnownCannotBeRenewed() {
    assertThat(purgatory.on(new Input.Renewed(STATE), at(Duration.ZERO))).isEmpty();
    assertThat(purgatory.phaseOf(STATE)).isEmpty();
  }

  @Test
  void rememberedAnnouncementIsRevived() {
    purgatory.on(new Input.Arrived(ANNOUNCEMENT), at(Duration.ZERO));
    wake(minutes(40));
    assertThat(purgatory.phaseOf(ANNOUNCEMENT)).contains(Phase.REMEMBERED);
    purgatory.on(new Input.Renewed(ANNOUNCEMENT), at(minutes(50)));
    assertThat(purgatory.phaseOf(ANNOUNCEMENT)).contains(Phase.WAITING);
    assertThat(purgatory.nextWakeNanos()).hasValue(minutes(80).toNanos());
  }

  @Test
  void dailySyncRevivesOnceInTwentyFourHours() {
    purgatory.on(new Input.Arrived(STATE), at(Duration.ZERO));
    assertThat(purgatory.on(new Input.SeenByDailySync(STATE), at(minutes(10)))).isEmpty();
    wake(minutes(30));
    assertThat(purgatory.on(new Input.SeenByDailySync(STATE), at(minutes(40)))).isNotEmpty();
    wake(minutes(70));
    assertThat(purgatory.on(new Input.SeenByDailySync(STATE), at(minutes(80)))).isEmpty();
    assertThat(purgatory.on(new Input.SeenByDailySync(STATE), at(minutes(40 + 24 * 60))))
        .isNotEmpty();
  }

  @Test
  void settledTicketIsNeverHeardOfAgain() {
    purgatory.on(new Input.Arrived(STATE), at(Duration.ZERO));
    assertThat(purgatory.on(new Input.Settled(STATE), at(minutes(1)))).isEmpty();
    assertThat(purgatory.nextWakeNanos()).isEmpty();
    assertThat(wake(Duration.ofDays(30))).isEmpty();
  }

  @Test
  void restoredTicketKeepsTheDeadlineItHad() {
    purgatory.on(new Input.Restored(STATE, Phase.WAITING, minutes(30).toNanos()), at(minutes(25)));
    assertThat(purgatory.nextWakeNanos()).hasValue(minutes(30).toNanos());
    assertThat(wake(minutes(30))).first().isEqualTo(new Action.Lapse(STATE));
  }

  @Test
  void restoredTicketThatIsOverdueLapsesAtOnce() {
    assertThat(
            purgatory.on(
                new Input.Restored(STATE, Phase.WAITING, minutes(30).toNanos()), at(minutes(31))))
        .first()
        .isEqualTo(new Action.Lapse(STATE));
  }

  @Test
  void wakingLateLengthensNobodysMemory() {
    purgatory.on(new Input.Arrived(ANNOUNCEMENT), at(Duration.ZERO));
    assertThat(wake(Duration.ofDays(3)))
        .extracting(action -> action.getClass().getSimpleName())
        .containsExactly("Lapse", "Save", "Forget");
  }

  @Test
  void pushesForOneEventToSeveralRepositoriesAreApart() {
    Ticket elsewhere =
        new Ticket.OfPush(new RepoAddress(REPOSITORY.owner(), new Identifier("other")), ID);
    purgatory.on(new Input.Arrived(PUSH), at(Duration.ZERO));
    purgatory.on(new Input.Arrived(elsewhere), at(minutes(10)));
    assertThat(wake(minutes(20))).containsExactly(new Action.Forget(PUSH));
    assertThat(wake(minutes(30))).containsExactly(new Action.Forget(elsewhere));
  }

  @Test
  void manyTicketsOfOneEventAreApart() {
    for (Ticket ticket : List.of(STATE, PULL_REQUEST, PUSH, ANNOUNCEMENT)) {
      purgatory.on(new Input.Arrived(ticket), at(Duration.ZERO));
    }
    assertThat(purgatory.count(Phase.WAITING)).isEqualTo(4);
    assertThat(wake(minutes(20))).containsExactly(new Action.Forget(PUSH));
    assertThat(purgatory.count(Phase.WAITING)).isEqualTo(3);
  }
}
