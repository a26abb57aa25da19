package dev.graspd.core.hunt;

import static dev.graspd.core.hunt.HuntTester.family;
import static dev.graspd.core.hunt.HuntTester.ids;
import static dev.graspd.core.hunt.HuntTester.limited;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.domain.HuntSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** purgatory.md, section 4: every hosted family is compared with its clone URLs every hour. */
class ComparisonsTest {
  private static final PassOutcome IN_SYNC = new PassOutcome.Nothing("in sync");

  private static HuntTester hosting(int count, HuntSettings settings, String... hosts) {
    HuntTester hunt = new HuntTester(settings);
    for (int i = 1; i <= count; i++) {
      String[] urls = new String[hosts.length];
      for (int j = 0; j < hosts.length; j++) {
        urls[j] = hosts[j] + "/" + i;
      }
      hunt.lacks(family(i), ids(), urls).tell(new HuntInput.Hosted(family(i)));
    }
    return hunt;
  }

  /** Lets time pass; every pass ends within seconds. */
  private static void pass(HuntTester hunt, Duration until) {
    int ended = hunt.begun.size();
    while (hunt.time().compareTo(until) < 0) {
      hunt.after(Duration.ofSeconds(10));
      for (; ended < hunt.begun.size(); ended++) {
        hunt.ends(hunt.begun.get(ended), IN_SYNC);
      }
    }
  }

  @Test
  void everyUrlIsComparedEvery45To55Minutes() {
    HuntTester hunt = hosting(1, HuntSettings.DEFAULT, "a.example", "b.example");
    pass(hunt, Duration.ofHours(20));
    for (String host : List.of("a.example/1", "b.example/1")) {
      List<Duration> times = new ArrayList<>();
      hunt.begun.stream()
          .filter(pass -> pass.url().equals(HuntTester.url(host)))
          .forEach(pass -> times.add(pass.at()));
      assertThat(times.getFirst()).isLessThan(Duration.ofMinutes(50));
      assertThat(times).hasSizeBetween(21, 27);
      for (int i = 1; i < times.size(); i++) {
        assertThat(times.get(i).minus(times.get(i - 1)))
            .isBetween(Duration.ofMinutes(45), Duration.ofMinutes(55).plusSeconds(10));
      }
    }
    assertThat(hunt.begun).extracting(HuntTester.Begun::purpose).containsOnly(Purpose.COMPARE);
    assertThat(hunt.wanted.values()).containsOnly(ids());
  }

  @Test
  void firstComparisonsAreSpreadOverTheTimeAfterAStart() {
    HuntTester hunt = hosting(500, limited(100, 10_000, 100), "a.example");
    int before = 0;
    for (int tenth = 1; tenth <= 10; tenth++) {
      pass(hunt, Duration.ofMinutes(5L * tenth));
      assertThat(hunt.begun.size() - before).isBetween(25, 80);
      before = hunt.begun.size();
    }
    assertThat(hunt.begun.stream().map(HuntTester.Begun::family).distinct()).hasSize(500);
  }

  @Test
  void whatEventsWaitForGoesFirst() {
    HuntTester hunt = hosting(20, limited(1, 30, 32), "a.example");
    hunt.until(Duration.ofMinutes(50));
    HuntTester.Begun comparison = hunt.last();
    assertThat(hunt.begun).as("one at a time").hasSize(1);
    hunt.lacks(family(99), ids(9), "a.example/99").waits(family(99), Urgency.SYNCED);
    hunt.after(Duration.ofSeconds(1)).ends(comparison, IN_SYNC);
    assertThat(hunt.last().family()).isEqualTo(family(99));
  }

  @Test
  void ownPlacesOfPullRequestsAreComparedUnlessTheyAreHuntedAt() {
    HuntTester hunt = new HuntTester(HuntSettings.DEFAULT);
    Set<String> offered = Set.of("fork.example/1");
    hunt.lacks(family(1), ids(), offered, "a.example/1", "fork.example/1")
        .tell(new HuntInput.Hosted(family(1)));
    pass(hunt, Duration.ofHours(1));
    assertThat(hunt.urls()).contains("a.example/1", "fork.example/1");
    hunt.forget().lacks(family(1), ids(4), offered, "a.example/1", "fork.example/1");
    pass(hunt, Duration.ofHours(2));
    assertThat(hunt.urls()).contains("a.example/1").doesNotContain("fork.example/1");
  }

  @Test
  void slowPlacesOfPullRequestsDoNotFillTheComparisons() {
    HuntTester hunt = new HuntTester(limited(5, 1_000, 8));
    for (int i = 1; i <= 20; i++) {
      String fork = "slow" + i + ".example/fork";
      hunt.lacks(family(i), ids(), Set.of(fork), fork).tell(new HuntInput.Hosted(family(i)));
    }
    hunt.until(Duration.ofHours(1));
    assertThat(hunt.begun).as("half of all passes").hasSize(4);
  }

  @Test
  void comparisonsLeaveRoomForWhatEventsWaitFor() {
    HuntTester hunt = hosting(200, limited(4, 10_000, 8), "a.example", "b.example", "c.example");
    hunt.until(Duration.ofMinutes(50));
    assertThat(hunt.begun).as("three quarters of all").hasSize(6);
    HuntTester one = hosting(200, limited(4, 10_000, 100), "a.example");
    one.until(Duration.ofMinutes(50));
    assertThat(one.begun).as("all but one at a domain").hasSize(3);
  }

  @Test
  void domainsLimitsWinAndWhatIsOverdueIsCounted() {
    HuntTester hunt = hosting(100, limited(5, 1, 32), "a.example");
    pass(hunt, Duration.ofHours(1));
    assertThat(hunt.begun).hasSizeLessThanOrEqualTo(60);
    assertThat(hunt.machine.totals(hunt.now()).overdue()).isZero();
    hunt.until(Duration.ofMinutes(61));
    assertThat(hunt.machine.totals(hunt.now()).overdue()).isBetween(40, 60);
  }

  @Test
  void comparisonThatMeetsAThrottledDomainIsMadeAfterTheRest() {
    HuntTester hunt = hosting(1, HuntSettings.DEFAULT, "a.example");
    hunt.until(Duration.ofMinutes(50));
    Duration first = hunt.last().at();
    hunt.ends(new PassOutcome.Throttled(Optional.of(Duration.ofMinutes(3))));
    hunt.after(Duration.ofMinutes(3));
    assertThat(hunt.begun).hasSize(2);
    assertThat(hunt.last().at()).isEqualTo(Duration.ofMinutes(53)).isGreaterThan(first);
  }

  @Test
  void familyThatIsDroppedIsNotCompared() {
    HuntTester hunt = hosting(1, HuntSettings.DEFAULT, "a.example");
    hunt.until(Duration.ofMinutes(50)).tell(new HuntInput.Dropped(family(1)));
    assertThat(hunt.cancelled).containsExactly(hunt.last().pass());
    hunt.ends(new PassOutcome.Cancelled());
    assertThat(hunt.machine.nextWakeNanos()).isEmpty();
    hunt.until(Duration.ofHours(5)).tell(new HuntInput.Woken());
    assertThat(hunt.begun).hasSize(1);
    assertThat(hunt.machine.remembered()).isZero();
  }

  @Test
  void betweenComparisonsOnlyTheResultsAreKept() {
    HuntTester hunt = hosting(20, HuntSettings.DEFAULT, "a.example");
    pass(hunt, Duration.ofMinutes(50));
    hunt.after(Duration.ofSeconds(1));
    assertThat(hunt.begun.stream().map(HuntTester.Begun::family).distinct()).hasSize(20);
    assertThat(hunt.machine.familiesAtWork()).isZero();
    assertThat(hunt.machine.view(family(3)).tries())
        .containsOnlyKeys(HuntTester.url("a.example/3"));
  }

  @Test
  void domainWithManyFamiliesKeepsFewAtWorkAndComparesAllInTurn() {
    int families = 5 * HourlyComparisons.QUEUED_MAX;
    HuntTester hunt = hosting(families, limited(5, 2, 32), "slow.example");
    int most = 0;
    for (int minute = 1; minute <= families / 2 + 60; minute++) {
      pass(hunt, Duration.ofMinutes(minute));
      most = Math.max(most, hunt.machine.familiesAtWork());
    }
    assertThat(most).isLessThanOrEqualTo(HourlyComparisons.QUEUED_MAX + 1);
    assertThat(hunt.begun.stream().map(HuntTester.Begun::family).distinct()).hasSize(families);
    assertThat(hunt.machine.totals(hunt.now()).overdue()).isGreaterThan(families / 2);
  }

  @Test
  void domainWithManyFamiliesDoesNotKeepTheOthersWaiting() {
    int families = 3 * HourlyComparisons.QUEUED_MAX;
    HuntTester hunt = hosting(families, limited(5, 2, 32), "slow.example");
    for (int i = families + 1; i <= families + 20; i++) {
      String place = "host" + i + ".example/" + i;
      hunt.lacks(family(i), ids(), place, "slow.example/" + i)
          .tell(new HuntInput.Hosted(family(i)));
    }
    pass(hunt, Duration.ofMinutes(51));
    assertThat(hunt.urls().stream().filter(url -> url.startsWith("host")).distinct()).hasSize(20);
  }

  @Test
  void familiesThatADomainHasPostponedCanBeDropped() {
    int families = 3 * HourlyComparisons.QUEUED_MAX;
    HuntTester hunt = hosting(families, limited(5, 2, 32), "slow.example");
    hunt.until(Duration.ofMinutes(50));
    for (int i = 1; i <= families; i++) {
      hunt.tell(new HuntInput.Dropped(family(i)));
    }
    hunt.begun.forEach(pass -> hunt.ends(pass, new PassOutcome.Cancelled()));
    hunt.until(Duration.ofHours(5)).tell(new HuntInput.Woken());
    assertThat(hunt.machine.familiesAtWork()).isZero();
    assertThat(hunt.machine.remembered()).isZero();
  }

  @Test
  void lookupThatFailsForAPostponedFamilyIsMadeUpForLater() {
    int families = 2 * HourlyComparisons.QUEUED_MAX;
    HuntTester hunt = hosting(families, limited(5, 2, 32), "slow.example");
    pass(hunt, Duration.ofMinutes(50));
    hunt.looksThatFail = 5;
    pass(hunt, Duration.ofMinutes(150));
    assertThat(hunt.looksThatFail).isNegative();
    assertThat(hunt.begun.stream().map(HuntTester.Begun::family).distinct()).hasSize(families);
  }

  @Test
  void hostedTwiceIsHostedOnce() {
    HuntTester hunt = hosting(1, HuntSettings.DEFAULT, "a.example");
    hunt.tell(new HuntInput.Hosted(family(1)));
    pass(hunt, Duration.ofMinutes(50));
    assertThat(hunt.begun).hasSize(1);
  }

  @Test
  void hostedFamilyWithoutPlacesIsLookedAtAgainNextTime() {
    HuntTester hunt = hosting(1, HuntSettings.DEFAULT);
    hunt.until(Duration.ofHours(2));
    assertThat(hunt.looks).isBetween(2, 3);
    assertThat(hunt.machine.totals(hunt.now()).overdue()).isZero();
  }

  @Test
  void familyThatCannotBeLookedAtIsSoonLookedAtAgain() {
    HuntTester hunt = hosting(1, HuntSettings.DEFAULT, "a.example");
    hunt.looksThatFail = 1;
    while (hunt.looks == 0) {
      hunt.after(Duration.ofSeconds(1));
    }
    assertThat(hunt.begun).isEmpty();
    hunt.after(BackOff.MAX);
    assertThat(hunt.begun).hasSize(1);
  }
}
