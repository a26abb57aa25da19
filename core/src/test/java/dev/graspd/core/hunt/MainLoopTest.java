package dev.graspd.core.hunt;

import static dev.graspd.core.hunt.HuntTester.family;
import static dev.graspd.core.hunt.HuntTester.ids;
import static dev.graspd.core.hunt.HuntTester.url;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Identifier;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** purgatory.md, sections 4 and 4.1: when a family is hunted for, and where. */
class MainLoopTest {
  private static final Identifier FAMILY = family(1);
  private static final PassOutcome NOTHING = new PassOutcome.Nothing("none of it");
  private static final PassOutcome CUT = new PassOutcome.Unreachable("cut off");

  private final HuntTester hunt = new HuntTester();

  private static Duration seconds(double seconds) {
    return Duration.ofMillis((long) (seconds * 1_000));
  }

  @ParameterizedTest
  @CsvSource({"CLIENT, 180", "SYNCED, 0.5", "RESTORED, 0.5"})
  void firstAttemptComesAfterADelayThatDependsOnWhoBroughtTheEvent(Urgency urgency, double delay) {
    hunt.lacks(FAMILY, ids(1), "a.example/r").waits(FAMILY, urgency).until(seconds(1_000));
    assertThat(hunt.begun).extracting(HuntTester.Begun::at).containsExactly(seconds(delay));
    assertThat(hunt.wanted.get(hunt.last().pass())).isEqualTo(ids(1));
    assertThat(hunt.last().purpose()).isEqualTo(Purpose.FETCH);
  }

  @ParameterizedTest
  @CsvSource({
    "CLIENT, 60, SYNCED, 60.5",
    "CLIENT, 60, CLIENT, 180",
    "SYNCED, 0.2, CLIENT, 0.5",
    "SYNCED, 0.2, SYNCED, 0.5"
  })
  void secondEventMovesTheAttemptEarlierButNeverLater(
      Urgency first, double gap, Urgency second, double expected) {
    hunt.lacks(FAMILY, ids(1), "a.example/r").waits(FAMILY, first).until(seconds(gap));
    hunt.waits(FAMILY, second).until(seconds(1_000));
    assertThat(hunt.begun).extracting(HuntTester.Begun::at).containsExactly(seconds(expected));
  }

  @Test
  void everyUrlIsTriedInTurnHoweverMany() {
    String[] urls =
        IntStream.range(0, 3 * FamilyPlaces.PLACES_MAX)
            .mapToObj("h%d.example/r"::formatted)
            .toArray(String[]::new);
    hunt.lacks(FAMILY, ids(1), urls).waits(FAMILY, Urgency.SYNCED).until(seconds(1));
    for (int i = 0; i < urls.length; i++) {
      hunt.ends(NOTHING).after(seconds(121));
    }
    assertThat(hunt.begun.stream().map(HuntTester.Begun::url).distinct()).hasSize(urls.length);
  }

  @Test
  void restsAre20Then40Then80ThenAlways120Seconds() {
    hunt.lacks(FAMILY, ids(1), "a.example/r").waits(FAMILY, Urgency.SYNCED);
    double expected = 0.5;
    for (int pause : new int[] {20, 40, 80, 120, 120, 120}) {
      hunt.until(seconds(expected));
      assertThat(hunt.last().at()).isEqualTo(seconds(expected));
      hunt.ends(CUT);
      expected += pause;
      assertThat(hunt.machine.view(FAMILY).nextAttemptNanos())
          .hasValue(seconds(expected).toNanos());
    }
    assertThat(hunt.begun).hasSize(6);
  }

  @Test
  void newEventIsAFreshStart() {
    hunt.lacks(FAMILY, ids(1), "a.example/r").waits(FAMILY, Urgency.SYNCED);
    hunt.until(seconds(0.5)).ends(CUT);
    hunt.until(seconds(20.5)).ends(CUT);
    assertThat(hunt.machine.view(FAMILY).attempts()).isEqualTo(2);
    hunt.until(seconds(30)).waits(FAMILY, Urgency.SYNCED);
    assertThat(hunt.machine.view(FAMILY).attempts()).isZero();
    hunt.until(seconds(30.5)).ends(CUT);
    hunt.until(seconds(50.5));
    assertThat(hunt.begun)
        .extracting(HuntTester.Begun::at)
        .containsExactly(seconds(0.5), seconds(20.5), seconds(30.5), seconds(50.5));
  }

  @Test
  void urlsAreTriedOneAfterTheOtherInOrderUntilNothingIsMissing() {
    hunt.lacks(FAMILY, ids(1, 2), "c.example/r", "a.example/r", "b.example/r")
        .waits(FAMILY, Urgency.SYNCED)
        .until(seconds(1));
    assertThat(hunt.urls()).containsExactly("a.example/r");
    hunt.ends(NOTHING);
    assertThat(hunt.urls()).containsExactly("a.example/r", "b.example/r");
    hunt.lacks(FAMILY, ids(2), "c.example/r", "a.example/r", "b.example/r");
    hunt.ends(new PassOutcome.Brought(ids(1)));
    assertThat(hunt.wanted.get(hunt.last().pass())).isEqualTo(ids(2));
    hunt.lacks(FAMILY, ids(), "c.example/r").ends(new PassOutcome.Brought(ids(2)));
    hunt.until(seconds(1_000));
    assertThat(hunt.urls()).containsExactly("a.example/r", "b.example/r", "c.example/r");
    assertThat(hunt.machine.view(FAMILY).waits()).isFalse();
    assertThat(hunt.notes).contains(new HuntNote.Completed(FAMILY, 1));
  }

  @Test
  void lastSuccessfulUrlGoesFirst() {
    hunt.lacks(FAMILY, ids(1), "a.example/r", "b.example/r", "c.example/r")
        .waits(FAMILY, Urgency.SYNCED)
        .until(seconds(1));
    hunt.ends(NOTHING).ends(NOTHING).ends(new PassOutcome.Brought(ids(9)));
    hunt.forget().until(seconds(30)).ends(NOTHING).ends(NOTHING).ends(NOTHING);
    assertThat(hunt.urls()).containsExactly("c.example/r", "a.example/r", "b.example/r");
  }

  @Test
  void placesWhereNothingIsSoughtAreNotFetchedFrom() {
    hunt.lacks(FAMILY, ids(), "a.example/r").waits(FAMILY, Urgency.SYNCED).until(seconds(100));
    assertThat(hunt.begun).isEmpty();
    assertThat(hunt.machine.view(FAMILY).waits()).isFalse();
  }

  @Test
  void familyWithoutUsablePlacesIsTriedAgainByItsBackOff() {
    hunt.lacks(FAMILY, ids(1), "a.example/r").waits(FAMILY, Urgency.SYNCED).until(seconds(1));
    hunt.ends(new PassOutcome.Hopeless(HostFault.TLS, "expired"));
    hunt.until(seconds(200));
    assertThat(hunt.begun).hasSize(1);
    hunt.lacks(FAMILY, ids(1), "a.example/r", "b.example/r").until(seconds(400));
    assertThat(hunt.urls()).containsExactly("a.example/r", "b.example/r");
  }

  @Test
  void eventThatComesDuringAnAttemptSchedulesOneMoreAfterIt() {
    hunt.lacks(FAMILY, ids(1), "a.example/r").waits(FAMILY, Urgency.SYNCED).until(seconds(5));
    hunt.waits(FAMILY, Urgency.SYNCED).waits(FAMILY, Urgency.SYNCED).until(seconds(10));
    assertThat(hunt.begun).hasSize(1);
    hunt.ends(CUT);
    assertThat(hunt.begun).as("the delay is over already").hasSize(2);
    hunt.ends(CUT);
    assertThat(hunt.machine.view(FAMILY).nextAttemptNanos()).hasValue(seconds(30).toNanos());
  }

  @Test
  void eventOfAClientDuringAnAttemptDoesNotHoldUpTheOthers() {
    hunt.lacks(FAMILY, ids(1), "a.example/r").waits(FAMILY, Urgency.SYNCED).until(seconds(5));
    hunt.waits(FAMILY, Urgency.CLIENT).ends(CUT);
    assertThat(hunt.machine.view(FAMILY).nextAttemptNanos()).hasValue(seconds(25).toNanos());
  }

  @Test
  void eventThatALookDoesNotKnowOfIsHuntedForAllTheSame() {
    hunt.lacks(FAMILY, ids(), "a.example/r");
    hunt.answersLooks = false;
    hunt.waits(FAMILY, Urgency.SYNCED).until(seconds(1));
    hunt.waits(FAMILY, Urgency.SYNCED).answer(FAMILY);
    assertThat(hunt.machine.view(FAMILY).waits()).isTrue();
    hunt.answersLooks = true;
    hunt.lacks(FAMILY, ids(1), "a.example/r").until(seconds(2));
    assertThat(hunt.begun).hasSize(1);
  }

  @Test
  void familiesAreHuntedForInParallel() {
    for (int i = 1; i <= 4; i++) {
      hunt.lacks(family(i), ids(i), "host" + i + ".example/r").waits(family(i), Urgency.SYNCED);
    }
    hunt.until(seconds(1));
    assertThat(hunt.begun).hasSize(4);
    assertThat(hunt.machine.totals(hunt.now()).fetching()).isEqualTo(4);
  }

  @Test
  void familyThatIsSettledIsNotHuntedForAnyMore() {
    hunt.lacks(FAMILY, ids(1), "a.example/r", "b.example/r")
        .waits(FAMILY, Urgency.SYNCED)
        .until(seconds(1));
    hunt.tell(new HuntInput.Settled(FAMILY));
    assertThat(hunt.cancelled).containsExactly(hunt.last().pass());
    hunt.ends(new PassOutcome.Cancelled()).until(seconds(1_000));
    assertThat(hunt.begun).hasSize(1);
    assertThat(hunt.looks).isEqualTo(1);
  }

  @Test
  void eventAfterASettlementHasItsOwnDelayEvenIfAnOldPassIsStillEnding() {
    hunt.lacks(FAMILY, ids(1), "a.example/r").waits(FAMILY, Urgency.SYNCED).until(seconds(1));
    hunt.tell(new HuntInput.Settled(FAMILY)).waits(FAMILY, Urgency.CLIENT).until(seconds(10));
    hunt.ends(new PassOutcome.Cancelled()).until(seconds(180.9));
    assertThat(hunt.begun).hasSize(1);
    hunt.until(seconds(181));
    assertThat(hunt.begun).hasSize(2);
  }

  @Test
  void answerToASettledHuntIsNotTakenForOneToTheNext() {
    hunt.lacks(FAMILY, ids(1), "a.example/r");
    hunt.answersLooks = false;
    hunt.waits(FAMILY, Urgency.SYNCED).until(seconds(1));
    hunt.tell(new HuntInput.Settled(FAMILY)).waits(FAMILY, Urgency.CLIENT).answer(FAMILY);
    assertThat(hunt.begun).isEmpty();
    hunt.answersLooks = true;
    hunt.until(seconds(181));
    assertThat(hunt.begun).extracting(HuntTester.Begun::at).containsExactly(seconds(181));
  }

  @Test
  void hopelessHostIsLeftAloneForTwelveHoursByHostAndPort() {
    hunt.lacks(FAMILY, ids(1), "a.example/r", "a.example/s", "a.example:8443/r")
        .waits(FAMILY, Urgency.SYNCED)
        .until(seconds(1));
    assertThat(hunt.urls()).containsExactly("a.example/r");
    hunt.ends(new PassOutcome.Hopeless(HostFault.NO_SUCH_NAME, "no such name"));
    assertThat(hunt.urls()).containsExactly("a.example/r", "a.example:8443/r");
    hunt.ends(NOTHING).until(Duration.ofHours(11).plusMinutes(50));
    assertThat(hunt.urls().subList(1, hunt.begun.size())).containsOnly("a.example:8443/r");
    assertThat(hunt.machine.naughty(hunt.now())).hasSize(1);
    while (hunt.time().compareTo(Duration.ofHours(12).plusMinutes(3)) < 0) {
      hunt.ends(NOTHING).after(seconds(30));
    }
    assertThat(hunt.urls()).contains("a.example/s");
  }

  @Test
  void urlThatMisbehavesIsLeftAloneForTenMinutesAndItsNeighboursAreNot() {
    hunt.lacks(FAMILY, ids(1), "a.example/bad", "a.example/good")
        .waits(FAMILY, Urgency.SYNCED)
        .until(seconds(1));
    hunt.ends(new PassOutcome.Misbehaved("wrong pack"));
    assertThat(hunt.urls()).containsExactly("a.example/bad", "a.example/good");
    hunt.ends(NOTHING).forget();
    while (hunt.time().compareTo(Duration.ofMinutes(13)) < 0) {
      if (!hunt.begun.isEmpty()) {
        hunt.ends(NOTHING);
      }
      hunt.after(seconds(10));
    }
    assertThat(hunt.begun.stream().filter(pass -> pass.url().equals(url("a.example/bad"))))
        .isNotEmpty()
        .allSatisfy(pass -> assertThat(pass.at()).isGreaterThan(Duration.ofMinutes(10)));
  }

  @Test
  void passThatNobodyBeganOrThatEndedBeforeHasNoEffect() {
    hunt.lacks(FAMILY, ids(1), "a.example/r", "b.example/r", "c.example/r")
        .waits(FAMILY, Urgency.SYNCED)
        .until(seconds(1));
    HuntTester.Begun first = hunt.last();
    hunt.tell(new HuntInput.Ended(999, NOTHING)).ends(first, NOTHING).ends(first, NOTHING);
    assertThat(hunt.urls()).containsExactly("a.example/r", "b.example/r");
  }

  @Test
  void viewTellsWhatCameOfEachUrl() {
    hunt.lacks(FAMILY, ids(1), "a.example/r", "b.example/r", "c.example/r")
        .waits(FAMILY, Urgency.SYNCED)
        .until(seconds(1));
    hunt.ends(CUT).until(seconds(3)).ends(new PassOutcome.Throttled(Optional.empty()));
    HuntView view = hunt.machine.view(FAMILY);
    assertThat(view.tries())
        .containsOnlyKeys(url("a.example/r"), url("b.example/r"))
        .containsEntry(
            url("a.example/r"),
            new UrlTry(UrlTry.Result.UNREACHABLE, "cut off", false, 1_700_000_001));
    assertThat(view.running()).containsOnlyKeys(url("c.example/r"));
    assertThat(view.nextAttemptNanos()).isEmpty();
    assertThat(view.waits()).isTrue();
    assertThat(hunt.machine.view(family(9)).waits()).isFalse();
  }

  @Test
  void familyBeyondTheLimitIsToldOfAndNotHuntedFor() {
    for (int i = 0; i < MainLoop.FAMILIES_MAX; i++) {
      hunt.waits(family(i), Urgency.CLIENT);
    }
    Identifier last = family(MainLoop.FAMILIES_MAX);
    hunt.waits(last, Urgency.CLIENT).waits(family(0), Urgency.CLIENT);
    assertThat(hunt.machine.view(last).waits()).isFalse();
    assertThat(hunt.notes).containsOnlyOnce(new HuntNote.TooMany(last));
    hunt.tell(new HuntInput.Settled(family(0))).waits(last, Urgency.CLIENT);
    assertThat(hunt.machine.view(last).waits()).isTrue();
  }

  @Test
  void stoppedHuntCancelsItsPassesAndWantsNothingMore() {
    hunt.lacks(FAMILY, ids(1), "a.example/r").waits(FAMILY, Urgency.SYNCED).until(seconds(1));
    hunt.tell(new HuntInput.Hosted(FAMILY)).tell(new HuntInput.Stop());
    assertThat(hunt.cancelled).containsExactly(hunt.last().pass());
    assertThat(hunt.machine.nextWakeNanos()).isEmpty();
    hunt.ends(CUT).waits(family(2), Urgency.SYNCED).until(seconds(1_000));
    assertThat(hunt.begun).hasSize(1);
  }

  @Test
  void lookThatFailsIsNoCompletionAndIsTriedAgainAfterTheUsualRests() {
    hunt.looksThatFail = 2;
    hunt.lacks(FAMILY, ids(1), "a.example/r").waits(FAMILY, Urgency.SYNCED).until(seconds(1));
    assertThat(hunt.begun).isEmpty();
    assertThat(hunt.machine.view(FAMILY).waits()).isTrue();
    assertThat(hunt.notes).contains(new HuntNote.BackedOff(FAMILY, 1, seconds(20)));
    hunt.until(seconds(1_000));
    assertThat(hunt.last().at()).isEqualTo(seconds(60.5));
    assertThat(hunt.notes).noneMatch(HuntNote.Completed.class::isInstance);
    assertThat(hunt.machine.totals(hunt.now()).completed()).isZero();
  }

  @Test
  void lookThatFailsAfterAPassLosesNothing() {
    hunt.lacks(FAMILY, ids(1), "a.example/r", "b.example/r")
        .waits(FAMILY, Urgency.SYNCED)
        .until(seconds(1));
    hunt.looksThatFail = 1;
    hunt.ends(NOTHING).until(seconds(30));
    assertThat(hunt.urls()).containsExactly("a.example/r", "a.example/r");
    assertThat(hunt.last().at()).isEqualTo(seconds(21));
  }

  @Test
  void lookThatFailsWhenNothingWaitsAnyMoreEndsTheHunt() {
    hunt.answersLooks = false;
    hunt.lacks(FAMILY, ids(1), "a.example/r").waits(FAMILY, Urgency.SYNCED).until(seconds(1));
    hunt.tell(new HuntInput.Settled(FAMILY)).tell(new HuntInput.LookFailed(FAMILY));
    assertThat(hunt.machine.nextWakeNanos()).isEmpty();
    assertThat(hunt.machine.remembered()).isZero();
  }

  @Test
  void familysOwnUrlsAreTriedBeforeThoseOfPullRequests() {
    hunt.lacks(FAMILY, ids(1), Set.of("a.example/fork"), "a.example/fork", "b.example/r")
        .waits(FAMILY, Urgency.SYNCED)
        .until(seconds(1));
    hunt.ends(NOTHING).ends(new PassOutcome.Brought(ids(9)));
    hunt.until(seconds(30)).ends(NOTHING);
    assertThat(hunt.urls())
        .containsExactly("b.example/r", "a.example/fork", "b.example/r", "a.example/fork");
  }

  /** Each of them hangs; other hunts must not notice. */
  @Test
  void slowPlacesOfPullRequestsOccupyHalfOfAllPasses() {
    HuntTester crowded = new HuntTester(HuntTester.limited(5, 1_000, 8));
    for (int i = 1; i <= 20; i++) {
      String fork = "slow" + i + ".example/fork";
      crowded.lacks(family(i), ids(i), Set.of(fork), fork).waits(family(i), Urgency.SYNCED);
    }
    crowded.until(seconds(100));
    assertThat(crowded.begun).hasSize(4);
    crowded.forget().lacks(family(99), ids(99), "a.example/r").waits(family(99), Urgency.SYNCED);
    crowded.after(seconds(1));
    assertThat(crowded.urls()).containsExactly("a.example/r");
    crowded.ends(NOTHING);
  }

  @Test
  void placeThatFoundNoRoomIsTriedWithTheNextAttempt() {
    HuntTester crowded = new HuntTester(HuntTester.limited(5, 1_000, 2));
    for (int i = 1; i <= 2; i++) {
      String fork = "slow" + i + ".example/fork";
      crowded.lacks(family(i), ids(i), Set.of(fork), fork).waits(family(i), Urgency.SYNCED);
    }
    crowded.until(seconds(10));
    assertThat(crowded.urls()).containsExactly("slow1.example/fork");
    crowded.lacks(family(1), ids()).ends(CUT).until(seconds(21));
    assertThat(crowded.urls()).containsExactly("slow1.example/fork", "slow2.example/fork");
  }

  @Test
  void oneFamilyHasSoManyFetchesAtATimeOnly() {
    String[] urls = new String[20];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = "slow" + (char) ('a' + i) + ".example/r";
    }
    hunt.lacks(FAMILY, ids(1), urls).waits(FAMILY, Urgency.SYNCED).until(seconds(1));
    for (int i = 0; i < urls.length; i++) {
      hunt.ends(new PassOutcome.Throttled(Optional.of(seconds(10))));
    }
    hunt.forget().until(seconds(60));
    assertThat(hunt.begun).hasSize(RunningPasses.FETCHES_PER_FAMILY_MAX);
  }
}
