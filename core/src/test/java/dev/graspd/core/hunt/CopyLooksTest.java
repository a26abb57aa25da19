package dev.graspd.core.hunt;

import static dev.graspd.core.hunt.HuntTester.family;
import static dev.graspd.core.hunt.HuntTester.ids;
import static dev.graspd.core.hunt.HuntTester.url;
import static dev.graspd.core.policy.Example.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.copy.CopyLook;
import dev.graspd.core.hunt.copy.RefComparison;
import dev.graspd.core.hunt.domain.HuntSettings;
import dev.graspd.core.hunt.domain.HuntTotals;
import dev.graspd.core.nostr.PublicKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept of comparisons with clone URLs, and for how long. */
class CopyLooksTest {
  private static final String PLACE = "a.example/1";
  private static final RefComparison SAME = comparison(3, 0, 0);
  private static final RefComparison LACKING = comparison(1, 0, 2);
  private static final RefComparison OTHER = comparison(1, 1, 1);

  private final HuntTester hunt =
      new HuntTester(HuntSettings.DEFAULT)
          .lacks(family(1), ids(), PLACE)
          .tell(new HuntInput.Hosted(family(1)));

  private static RefComparison comparison(int same, int differing, int lacks) {
    return new RefComparison(same, differing, lacks, 0, List.of(), List.of(), Optional.empty(), 1);
  }

  private static SortedMap<PublicKey, RefComparison> ofOwner(RefComparison one) {
    return new TreeMap<>(Map.of(key("a"), one));
  }

  private void looks(RefComparison found) {
    HuntTester.Begun pass = begins();
    HuntTester _ =
        hunt.tell(new HuntInput.Compared(pass.pass(), ofOwner(found)))
            .ends(pass, new PassOutcome.Nothing(""));
  }

  private HuntTester.Begun begins() {
    int before = hunt.begun.size();
    HuntTester _ = hunt.after(Duration.ofMinutes(56));
    assertThat(hunt.begun).hasSize(before + 1);
    return hunt.last();
  }

  private Optional<RefComparison> kept() {
    return Optional.ofNullable(hunt.machine.view(family(1)).looks().get(url(PLACE)))
        .flatMap(look -> look.of(key("a")));
  }

  private HuntTotals.Copies totals() {
    return hunt.machine.totals(hunt.now()).copies();
  }

  @Test
  void lastLookIsKeptWithItsTime() {
    looks(LACKING);
    assertThat(kept()).contains(LACKING);
    assertThat(totals()).isEqualTo(new HuntTotals.Copies(0, 0, 1, 0));
    looks(OTHER);
    assertThat(totals()).isEqualTo(new HuntTotals.Copies(0, 1, 0, 0));
    looks(SAME);
    assertThat(kept()).contains(SAME);
    assertThat(totals()).isEqualTo(new HuntTotals.Copies(1, 0, 0, 0));
    CopyLook look = hunt.machine.view(family(1)).looks().get(url(PLACE));
    assertThat(look.epochSeconds()).isEqualTo(hunt.now().epochSeconds());
    assertThat(hunt.machine.view(family(1)).tries().get(url(PLACE)).isRead()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"no repository: HTTP 404", "timed out"})
  void placeThatGivesNoRefsIsNotComparedAnyMore(String why) {
    looks(SAME);
    PassOutcome outcome =
        why.startsWith("no") ? new PassOutcome.Nothing(why) : new PassOutcome.Unreachable(why);
    HuntTester _ = hunt.ends(begins(), outcome);

    assertThat(kept()).isEmpty();
    assertThat(totals()).isEqualTo(new HuntTotals.Copies(0, 0, 0, 1));
    UrlTry last = hunt.machine.view(family(1)).tries().get(url(PLACE));
    assertThat(last.isFailure()).isTrue();
    assertThat(last.why()).isEqualTo(why);

    looks(SAME);
    assertThat(totals()).isEqualTo(new HuntTotals.Copies(1, 0, 0, 0));
  }

  @Test
  void placeThatAsksForRestIsAsItWasBefore() {
    looks(SAME);
    HuntTester _ = hunt.ends(begins(), new PassOutcome.Throttled(Optional.empty()));
    assertThat(kept()).contains(SAME);
    assertThat(totals()).isEqualTo(new HuntTotals.Copies(1, 0, 0, 0));
  }

  @Test
  void placeThatIsNamedNoLongerIsForgotten() {
    looks(SAME);
    HuntTester _ = hunt.lacks(family(1), ids(), "b.example/1").after(Duration.ofMinutes(56));
    assertThat(hunt.machine.view(family(1)).looks()).isEmpty();
    assertThat(totals()).isEqualTo(HuntTotals.Copies.NONE);
  }

  @Test
  void familyThatIsDroppedIsForgottenWithItsFailures() {
    looks(SAME);
    HuntTester _ =
        hunt.ends(begins(), new PassOutcome.Unreachable("timed out"))
            .tell(new HuntInput.Dropped(family(1)));
    assertThat(totals()).isEqualTo(HuntTotals.Copies.NONE);
  }

  @Test
  void lookThatComparesNothingAndPassThatIsUnknownLeaveNothing() {
    HuntTester.Begun pass = begins();
    HuntTester _ =
        hunt.tell(new HuntInput.Compared(999, ofOwner(SAME)))
            .tell(new HuntInput.Compared(pass.pass(), new TreeMap<>()))
            .ends(pass, new PassOutcome.Nothing(""));
    assertThat(hunt.machine.view(family(1)).looks()).isEmpty();
    assertThat(totals()).isEqualTo(HuntTotals.Copies.NONE);
  }

  @Test
  void beyondTheBytesOfAllTheOldestLookIsForgotten() {
    CopyLook look = new CopyLook(1, ofOwner(SAME));
    CopyLooks looks = new CopyLooks(3 * look.heapBytes());
    for (int i = 0; i < 10; i++) {
      looks.put(new CopyLooks.Place(family(1), url("a.example/" + i)), look);
    }
    assertThat(looks.find(new CopyLooks.Place(family(1), url("a.example/0")))).isEmpty();
    assertThat(looks.find(new CopyLooks.Place(family(1), url("a.example/9")))).contains(look);
    assertThat(looks.totals().same()).isBetween(1, 3);
  }
}
