package dev.graspd.core.hunt;

import static dev.graspd.core.hunt.HuntTester.family;
import static dev.graspd.core.hunt.HuntTester.ids;
import static dev.graspd.core.hunt.HuntTester.limited;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.domain.Domain;
import dev.graspd.core.hunt.domain.DomainLimits;
import dev.graspd.core.hunt.domain.HuntSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who may have the slots of the hunt (purgatory.md, section 4): hosts and addresses in turn. */
class HuntSlotsTest {
  private static final PassOutcome NOTHING = new PassOutcome.Nothing("none of it");

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  @Test
  void portsOfOneHostShareItsLimit() {
    HuntTester hunt = new HuntTester();
    for (int i = 1; i <= 40; i++) {
      String url = "192.0.2.7:" + (8_000 + i % 8) + "/" + i;
      hunt.lacks(family(i), ids(i), url).waits(family(i), Urgency.SYNCED);
    }
    hunt.until(seconds(1));
    hunt.lacks(family(99), ids(99), "git.example/99").waits(family(99), Urgency.SYNCED);
    hunt.until(seconds(2));
    assertThat(hunt.urls()).hasSize(6).contains("git.example/99");
  }

  /** Names cost nothing: here each family names one of its own, all of them at one address. */
  private static HuntTester namesAtOneAddress(HuntTester hunt, int names) {
    for (int i = 1; i <= names; i++) {
      hunt.lacks(family(i), ids(i), "n" + i + ".example/x").waits(family(i), Urgency.SYNCED);
    }
    hunt.until(seconds(1));
    for (int i = 0; i < hunt.begun.size(); i++) {
      hunt.dials(hunt.begun.get(i), "192.0.2.7");
    }
    return hunt;
  }

  private static int running(HuntTester hunt) {
    return hunt.machine.totals(hunt.now()).fetching();
  }

  @Test
  void namesOfOneAddressShareItsLimit() {
    HuntTester hunt = namesAtOneAddress(new HuntTester(), 40);
    assertThat(hunt.dialled).hasSize(5);
    assertThat(running(hunt)).isEqualTo(5);
    assertThat(hunt.begun).as("each was begun once to learn where it is").hasSize(40);
  }

  @Test
  void namesOfOneAddressHaveItInTurn() {
    HuntTester hunt = namesAtOneAddress(new HuntTester(limited(1, 30, 32)), 6);
    assertThat(hunt.dialled).hasSize(1);
    List<String> turns = new ArrayList<>();
    hunt.ends(hunt.begun.getFirst(), NOTHING);
    while (running(hunt) > 0) {
      turns.add(hunt.last().url().domain().text());
      hunt.ends(NOTHING);
    }
    assertThat(turns)
        .containsExactly("n2.example", "n3.example", "n4.example", "n5.example", "n6.example");
  }

  @Test
  void addressIsAskedNoMoreInAMinuteThanItsLimit() {
    HuntTester hunt = namesAtOneAddress(new HuntTester(limited(9, 3, 32)), 6);
    assertThat(hunt.dialled).hasSize(3);
    for (int i = 0; i < 6; i++) {
      hunt.ends(hunt.begun.get(i), NOTHING);
    }
    hunt.forget().until(seconds(60));
    assertThat(hunt.begun).isEmpty();
    hunt.until(seconds(62));
    assertThat(hunt.begun).hasSize(3);
  }

  @Test
  void overrideOfAHostHoldsAtItsAddressToo() {
    HuntSettings settings =
        new HuntSettings(
            DomainLimits.DEFAULT,
            DomainLimits.parseOverrides("big.example:10,60").orElseThrow(),
            32,
            Duration.ofHours(12));
    HuntTester hunt = new HuntTester(settings);
    for (int i = 1; i <= 12; i++) {
      hunt.lacks(family(i), ids(i), "big.example/" + i).waits(family(i), Urgency.SYNCED);
    }
    hunt.until(seconds(1));
    for (int i = 0; i < hunt.begun.size(); i++) {
      hunt.dials(hunt.begun.get(i), "192.0.2.7");
    }
    assertThat(hunt.dialled).hasSize(10);
  }

  @Test
  void reservedPassesAreNotForHostsThatBroughtNothingYet() {
    HuntTester hunt =
        new HuntTester(
            new HuntSettings(
                DomainLimits.DEFAULT, Collections.emptySortedMap(), 8, 6, Duration.ofHours(12)));
    for (int i = 1; i <= 12; i++) {
      hunt.lacks(family(i), ids(i), "h" + i + ".example/x").waits(family(i), Urgency.SYNCED);
    }
    hunt.until(seconds(1));
    assertThat(hunt.begun).hasSize(2);
  }

  @Test
  void redirectCountsForItsTarget() {
    HuntTester hunt = new HuntTester();
    for (int i = 1; i <= 8; i++) {
      hunt.lacks(family(i), ids(i), "r" + i + ".example/x").waits(family(i), Urgency.SYNCED);
    }
    hunt.until(seconds(1));
    for (int i = 0; i < 8; i++) {
      hunt.dials(hunt.begun.get(i), "192.0.2." + (i + 1));
      hunt.dials(hunt.begun.get(i), "victim.example", "198.51.100.1");
    }
    assertThat(running(hunt)).isEqualTo(5);
    hunt.lacks(family(9), ids(9), "victim.example/x").waits(family(9), Urgency.SYNCED);
    hunt.after(seconds(1));
    assertThat(running(hunt)).as("its own clients wait with the others").isEqualTo(5);
    hunt.ends(hunt.begun.getFirst(), NOTHING);
    assertThat(hunt.last().url().domain()).isEqualTo(new Domain("victim.example"));
  }

  @Test
  void quarterOfTheSlotsIsKeptForHostsThatHaveDelivered() {
    HuntTester hunt = new HuntTester();
    hunt.lacks(family(0), ids(1), "good.example/0").waits(family(0), Urgency.SYNCED);
    hunt.until(seconds(1)).lacks(family(0), ids()).ends(new PassOutcome.Brought(ids(1))).forget();
    for (int i = 1; i <= 60; i++) {
      hunt.lacks(family(i), ids(i), "n" + i + ".example/x").waits(family(i), Urgency.SYNCED);
    }
    hunt.after(seconds(1));
    assertThat(running(hunt)).isEqualTo(24);
    hunt.lacks(family(99), ids(99), "good.example/99").waits(family(99), Urgency.SYNCED);
    hunt.after(seconds(1));
    assertThat(hunt.last().url().text()).isEqualTo("https://good.example/99");
    hunt.lacks(family(98), ids(98), "new.example/98").waits(family(98), Urgency.SYNCED);
    hunt.after(seconds(1));
    assertThat(running(hunt)).isEqualTo(25);
    int before = hunt.begun.size();
    hunt.ends(hunt.begun.getFirst(), NOTHING);
    assertThat(hunt.begun).as("a slot for anybody was given back").hasSize(before + 1);
  }

  @Test
  void addressesAreForgottenWithTheirTraffic() {
    HuntTester hunt = namesAtOneAddress(new HuntTester(), 4);
    for (int i = 0; i < 4; i++) {
      hunt.tell(new HuntInput.Settled(family(i + 1))).ends(hunt.begun.get(i), NOTHING);
    }
    hunt.after(Duration.ofHours(2)).tell(new HuntInput.Woken());
    assertThat(hunt.machine.remembered()).isZero();
  }
}
