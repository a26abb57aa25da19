package dev.graspd.core.hunt;

import static dev.graspd.core.hunt.HuntTester.family;
import static dev.graspd.core.hunt.HuntTester.ids;
import static dev.graspd.core.hunt.HuntTester.limited;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.domain.Domain;
import dev.graspd.core.hunt.domain.Domains;
import dev.graspd.core.hunt.domain.HuntSettings;
import dev.graspd.core.hunt.domain.HuntTotals;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** purgatory.md, sections 4.1 and 4.2: domains that have no room, and who waits there. */
class DomainQueuesTest {
  private static final PassOutcome NOTHING = new PassOutcome.Nothing("none of it");
  private static final Domain A = new Domain("a.example");

  private static Duration seconds(double seconds) {
    return Duration.ofMillis((long) (seconds * 1_000));
  }

  /** Families 1 to count all lack something at one domain with room for one pass at a time. */
  private static HuntTester crowd(int count, int perMinute, String... names) {
    HuntTester hunt = new HuntTester(limited(1, perMinute, 32));
    for (int i = 1; i <= count; i++) {
      String[] urls = new String[names.length];
      for (int j = 0; j < names.length; j++) {
        urls[j] = "a.example/" + i + names[j];
      }
      hunt.lacks(family(i), ids(i), urls).waits(family(i), Urgency.SYNCED);
    }
    return hunt.until(seconds(1));
  }

  @Test
  void domainIsNeverAskedMoreThanItsLimitAtATime() {
    HuntTester hunt = new HuntTester();
    for (int i = 1; i <= 9; i++) {
      hunt.lacks(family(i), ids(i), "a.example/" + i).waits(family(i), Urgency.SYNCED);
    }
    hunt.until(seconds(1));
    assertThat(hunt.begun).hasSize(5);
    assertThat(hunt.machine.view(family(9)).queuedAt()).containsExactly(A);
  }

  @Test
  void endOfARequestGivesTheNextInTheQueueItsTurnAtOnce() {
    HuntTester hunt = crowd(3, 30, "");
    assertThat(hunt.urls()).containsExactly("a.example/1");
    hunt.until(seconds(5)).ends(NOTHING);
    assertThat(hunt.urls()).containsExactly("a.example/1", "a.example/2");
    assertThat(hunt.last().at()).isEqualTo(seconds(5));
  }

  @Test
  void whatATurnBringsIsSaidToBeCompleteThoughItIsSettledBeforeTheTurnEnds() {
    HuntTester hunt = crowd(2, 30, "");
    hunt.ends(NOTHING).tell(new HuntInput.Settled(family(2)));
    assertThat(hunt.notes).noneMatch(HuntNote.Completed.class::isInstance);
    hunt.ends(new PassOutcome.Brought(ids(2)));
    assertThat(hunt.notes).contains(new HuntNote.Completed(family(2), 2));
    assertThat(hunt.machine.totals(hunt.now()).completed()).isEqualTo(1);
  }

  @Test
  void whatAPushBringsDuringATurnIsNotTheTurns() {
    HuntTester hunt = crowd(2, 30, "");
    hunt.ends(NOTHING).tell(new HuntInput.Settled(family(2))).ends(new PassOutcome.Cancelled());
    hunt.waits(family(2), Urgency.SYNCED).after(seconds(1)).ends(new PassOutcome.Brought(ids(9)));
    assertThat(hunt.notes).noneMatch(HuntNote.Completed.class::isInstance);
  }

  @Test
  void turnsGoRoundRobinOneUrlEach() {
    HuntTester hunt = crowd(3, 30, "x", "y");
    HuntTester.Begun first = hunt.last();
    hunt.forget().tell(new HuntInput.Settled(family(1))).ends(first, NOTHING);
    for (int i = 0; i < 4; i++) {
      hunt.after(seconds(1)).ends(NOTHING);
    }
    assertThat(hunt.urls().subList(0, 4))
        .containsExactly("a.example/2x", "a.example/3x", "a.example/2y", "a.example/3y");
  }

  @Test
  void familyLeavesAQueueWhenItsUrlsThereAreTriedAndComesBackByItsBackOff() {
    HuntTester hunt = crowd(2, 30, "");
    hunt.ends(NOTHING).ends(NOTHING);
    assertThat(hunt.machine.view(family(2)).queuedAt()).isEmpty();
    hunt.until(seconds(15));
    assertThat(hunt.begun).hasSize(2);
    hunt.until(seconds(21)).ends(NOTHING).until(seconds(22)).ends(NOTHING).until(seconds(23));
    assertThat(hunt.begun).hasSize(4);
  }

  @Test
  void familyLeavesAllQueuesWhenNothingIsMissing() {
    HuntTester hunt = new HuntTester(limited(1, 30, 32));
    hunt.lacks(family(1), ids(1), "a.example/1", "b.example/1").waits(family(1), Urgency.SYNCED);
    hunt.lacks(family(2), ids(2), "b.example/2").waits(family(2), Urgency.SYNCED);
    hunt.lacks(family(3), ids(3), "a.example/3", "b.example/3").waits(family(3), Urgency.SYNCED);
    hunt.until(seconds(1));
    assertThat(hunt.machine.view(family(3)).queuedAt()).hasSize(2);
    hunt.ends(hunt.begun.getFirst(), NOTHING);
    assertThat(hunt.last().family()).isEqualTo(family(3));
    hunt.lacks(family(3), ids(), "a.example/3").ends(new PassOutcome.Brought(ids(3)));
    assertThat(hunt.machine.view(family(3)).queuedAt()).isEmpty();
    hunt.ends(hunt.begun.get(1), NOTHING).until(seconds(300));
    assertThat(hunt.begun.stream().filter(pass -> pass.family().equals(family(3)))).hasSize(1);
  }

  @Test
  void familyLeavesAllQueuesWhenItIsSettledAndItsTurnIsCancelled() {
    HuntTester hunt = crowd(3, 30, "");
    hunt.tell(new HuntInput.Settled(family(2))).ends(NOTHING);
    assertThat(hunt.urls()).containsExactly("a.example/1", "a.example/3");
    hunt.tell(new HuntInput.Settled(family(3)));
    assertThat(hunt.cancelled).containsExactly(hunt.last().pass());
  }

  @Test
  void freshStartForgetsWhatWasTriedInAQueue() {
    HuntTester hunt = new HuntTester(limited(1, 30, 32));
    hunt.lacks(family(1), ids(1), "a.example/first").waits(family(1), Urgency.SYNCED);
    hunt.lacks(family(2), ids(2), "a.example/x", "a.example/y").waits(family(2), Urgency.SYNCED);
    HuntTester.Begun first = hunt.until(seconds(1)).last();
    hunt.forget().tell(new HuntInput.Settled(family(1))).ends(first, NOTHING);
    hunt.ends(NOTHING).waits(family(2), Urgency.CLIENT).ends(NOTHING);
    assertThat(hunt.urls()).containsExactly("a.example/x", "a.example/y", "a.example/x");
    hunt.ends(NOTHING).until(seconds(20));
    assertThat(hunt.begun).as("each was tried since").hasSize(3);
  }

  @Test
  void atMostThirtyRequestsBeginInAnySixtySeconds() {
    HuntTester hunt = new HuntTester(limited(100, 30, 100));
    for (int i = 1; i <= 40; i++) {
      hunt.lacks(family(i), ids(i), "a.example/" + i).waits(family(i), Urgency.SYNCED);
    }
    hunt.until(seconds(60.4));
    assertThat(hunt.begun).hasSize(30);
    hunt.until(seconds(60.5));
    assertThat(hunt.begun).as("the window has moved").hasSize(40);
  }

  @Test
  void domainThatWantsRestIsNotAskedUntilItIsOverAndOthersAre() {
    HuntTester hunt = new HuntTester();
    hunt.lacks(family(1), ids(1), "a.example/1", "b.example/1")
        .waits(family(1), Urgency.SYNCED)
        .until(seconds(1));
    hunt.ends(new PassOutcome.Throttled(Optional.of(Duration.ofSeconds(90))));
    assertThat(hunt.urls()).containsExactly("a.example/1", "b.example/1");
    assertThat(hunt.notes).contains(new HuntNote.Paused(A, Duration.ofSeconds(90)));
    hunt.ends(NOTHING);
    assertThat(hunt.machine.view(family(1)).queuedAt()).containsExactly(A);
    hunt.until(seconds(90.9)).forget().until(seconds(91));
    assertThat(hunt.urls()).as("what was not answered is not tried").contains("a.example/1");
  }

  @Test
  void throttledDomainDoesNotHoldUpTheBackOff() {
    HuntTester hunt = crowd(2, 30, "");
    assertThat(hunt.machine.view(family(2)).nextAttemptNanos()).hasValue(seconds(20.5).toNanos());
  }

  @Test
  void atMost32PassesRunInAll() {
    HuntTester hunt = new HuntTester();
    for (int i = 1; i <= 8; i++) {
      hunt.lacks(family(i), ids(i), "host" + i + ".example/r").waits(family(i), Urgency.RESTORED);
      hunt.after(Duration.ofSeconds(10)).lacks(family(i), ids());
      hunt.ends(new PassOutcome.Brought(ids(i)));
    }
    hunt.forget();
    for (int i = 1; i <= 40; i++) {
      hunt.lacks(family(i), ids(i), "host" + i + ".example/r").waits(family(i), Urgency.SYNCED);
    }
    hunt.after(seconds(5));
    assertThat(hunt.begun).hasSize(32);
    List<HuntTester.Begun> running = List.copyOf(hunt.begun);
    hunt.ends(running.get(7), NOTHING);
    assertThat(hunt.begun).hasSize(33);
    assertThat(running)
        .extracting(HuntTester.Begun::family)
        .as("somebody else has a turn")
        .doesNotContain(hunt.last().family());
  }

  @Test
  void totalsCountWhatMetricsShow() {
    HuntTester hunt = new HuntTester(limited(5, 30, 100));
    for (int i = 1; i <= 60; i++) {
      hunt.lacks(family(i), ids(i), "host" + i + ".example/r").waits(family(i), Urgency.SYNCED);
    }
    hunt.until(seconds(1));
    HuntTotals running = hunt.machine.totals(hunt.now());
    assertThat(running.queued()).isEqualTo(60);
    assertThat(running.fetching()).isEqualTo(60);
    assertThat(running.domains()).hasSize(Domains.SHOWN_MAX);
    assertThat(running.domains().values()).containsOnly(new HuntTotals.Traffic(1, 1));
    for (HuntTester.Begun pass : List.copyOf(hunt.begun)) {
      hunt.lacks(pass.family(), ids(), "a.example/r");
      hunt.ends(pass, new PassOutcome.Brought(ids(1, 2)));
    }
    hunt.until(Duration.ofMinutes(61)).tell(new HuntInput.Woken());
    HuntTotals over = hunt.machine.totals(hunt.now());
    assertThat(over.completed()).isEqualTo(60);
    assertThat(over.fetched()).isEqualTo(120);
    assertThat(over.queued()).isZero();
    assertThat(over.fetching()).isZero();
    assertThat(over.domains()).as("no traffic in the last hour").isEmpty();
    assertThat(hunt.machine.remembered()).isZero();
  }

  @Test
  void tenThousandFamiliesThatAreDueAtOnceAreLookedAtFewAtATime() {
    HuntTester hunt = new HuntTester();
    hunt.answersLooks = false;
    for (int i = 1; i <= 10_000; i++) {
      hunt.lacks(family(i), ids(i), "host" + i % 100 + ".example/" + i);
      hunt.waits(family(i), Urgency.RESTORED).tell(new HuntInput.Hosted(family(i)));
    }
    hunt.until(Duration.ofHours(2));
    assertThat(hunt.looks)
        .isEqualTo(HuntSettings.DEFAULT.attemptsMax() + HourlyComparisons.LOOKS_MAX);
  }
}
