package dev.graspd.core.hunt;

import static dev.graspd.core.hunt.HuntTester.family;
import static dev.graspd.core.hunt.HuntTester.ids;
import static dev.graspd.core.hunt.HuntTester.url;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.missing.MissingData;
import dev.graspd.core.machine.Now;
import dev.graspd.core.repo.Oid;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class FamilyPlacesTest {
  private final FamilyPlaces places = new FamilyPlaces(family(1), new CopyLooks());

  private void look(SortedMap<CloneUrl, SortedSet<Oid>> missing) {
    assertThat(places.ask()).isTrue();
    assertThat(places.answered(new MissingData(family(1), missing, true))).isTrue();
  }

  @Test
  void ofTooManyPlacesThoseWhereSomethingIsSoughtAreKept() {
    SortedMap<CloneUrl, SortedSet<Oid>> missing = new TreeMap<>();
    for (int i = 0; i < FamilyPlaces.PLACES_MAX; i++) {
      missing.put(url("a.example/" + i), ids());
    }
    missing.put(url("z.example/r"), ids(1));
    look(missing);
    assertThat(places.inOrder()).hasSize(FamilyPlaces.PLACES_MAX).contains(url("z.example/r"));
  }

  @Test
  void whatIsNamedNoMoreIsForgotten() {
    SortedMap<CloneUrl, SortedSet<Oid>> missing = new TreeMap<>();
    missing.put(url("a.example/r"), ids(1));
    look(missing);
    places.tried(url("a.example/r"), new PassOutcome.Misbehaved("wrong"), true, new Now(0, 0));
    places.tried(url("b.example/r"), new PassOutcome.Nothing(""), true, new Now(0, 0));
    assertThat(places.tries()).containsOnlyKeys(url("a.example/r"));
    look(new TreeMap<>());
    assertThat(places.tries()).isEmpty();
    assertThat(places.isLeftAlone(url("a.example/r"), new Now(0, 0))).isFalse();
  }

  @Test
  void answerThatNobodyAskedForIsNotTaken() {
    SortedMap<CloneUrl, SortedSet<Oid>> missing = new TreeMap<>();
    missing.put(url("a.example/r"), ids(1));
    assertThat(places.answered(new MissingData(family(1), missing, true))).isFalse();
    assertThat(places.inOrder()).isEmpty();
  }

  @Test
  void answerIsAskedForAgainIfSomebodyWantedToKnowMeanwhile() {
    assertThat(places.ask()).isTrue();
    assertThat(places.ask()).isFalse();
    assertThat(places.answered(new MissingData(family(1), new TreeMap<>(), true))).isFalse();
    assertThat(places.isAskedAgain()).isTrue();
    assertThat(places.ask()).isTrue();
    assertThat(places.answered(new MissingData(family(1), new TreeMap<>(), true))).isTrue();
  }

  @Test
  void reasonsAreCut() {
    UrlTry tried = UrlTry.of(new PassOutcome.Nothing("x".repeat(1_000)), false, new Now(0, 5));
    assertThat(tried.why()).hasSize(UrlTry.WHY_CHARACTERS_MAX);
    assertThat(tried.epochSeconds()).isEqualTo(5);
  }

  @Test
  void lookThatFailsLeavesWhatWasKnown() {
    SortedMap<CloneUrl, SortedSet<Oid>> missing = new TreeMap<>();
    missing.put(url("a.example/r"), ids(1));
    look(missing);
    assertThat(places.failed()).as("nobody looked").isFalse();
    assertThat(places.ask()).isTrue();
    assertThat(places.failed()).isTrue();
    assertThat(places.soughtAt(url("a.example/r"))).isEqualTo(ids(1));
    assertThat(places.ask()).isTrue();
  }

  @Test
  void manyPlacesOfPullRequestsDoNotCrowdOutTheFamilysOwn() {
    SortedMap<CloneUrl, SortedSet<Oid>> missing = new TreeMap<>();
    for (int i = 0; i < FamilyPlaces.PLACES_MAX; i++) {
      missing.put(url("a.example/" + i), ids(1));
    }
    SortedSet<CloneUrl> offered = new TreeSet<>(missing.keySet());
    missing.put(url("z.example/r"), ids());
    assertThat(places.ask()).isTrue();
    assertThat(places.answered(new MissingData(family(1), missing, offered, true))).isTrue();
    assertThat(places.inOrder())
        .hasSize(FamilyPlaces.PLACES_MAX)
        .startsWith(url("z.example/r"), url("a.example/0"));
  }
}
