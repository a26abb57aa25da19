package dev.graspd.core.hunt;

import static dev.graspd.core.hunt.HuntTester.family;
import static dev.graspd.core.hunt.HuntTester.ids;
import static dev.graspd.core.hunt.HuntTester.url;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.missing.MissingData;
import dev.graspd.core.machine.Now;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RestedPlacesTest {
  private static final int BYTES_MAX = 10_000;

  private final CopyLooks looks = new CopyLooks();
  private final RestedPlaces rested = new RestedPlaces(BYTES_MAX);

  /** A family whose one URL could not be read. */
  private FamilyPlaces failed(int number) {
    FamilyPlaces places = new FamilyPlaces(family(number), looks);
    assertThat(places.ask()).isTrue();
    assertThat(
            places.answered(
                new MissingData(
                    family(number),
                    new TreeMap<>(Map.of(url("a.example/" + number), ids())),
                    true)))
        .isTrue();
    places.tried(
        url("a.example/" + number), new PassOutcome.Unreachable("no"), false, new Now(0, 0));
    return places;
  }

  @Test
  void resultsAreKeptWithoutThePlaces() {
    FamilyPlaces places = failed(1);
    rested.put(family(1), places);
    assertThat(places.inOrder()).isEmpty();
    assertThat(rested.find(family(1)).orElseThrow().tries()).containsOnlyKeys(url("a.example/1"));
    assertThat(rested.take(family(1))).contains(places);
    assertThat(rested.find(family(1))).isEmpty();
    assertThat(rested.size()).isZero();
  }

  @Test
  void oldestAreForgottenBeyondTheBound() {
    for (int i = 1; i <= 100; i++) {
      rested.put(family(i), failed(i));
    }
    assertThat(rested.size()).isBetween(3, 20);
    assertThat(rested.find(family(1))).isEmpty();
    assertThat(rested.find(family(100))).isPresent();
    assertThat(looks.totals().failed()).as("of those remembered").isEqualTo(rested.size());
  }
}
