package dev.graspd.core.hunt.missing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MissingDataTest {
  private static final Identifier FAMILY = new Identifier("family");

  private static CloneUrl url(String name) {
    return CloneUrl.parse("https://git.example/" + name).orElseThrow();
  }

  private static SortedSet<Oid> ids(int... numbers) {
    SortedSet<Oid> ids = new TreeSet<>();
    IntStream.of(numbers).forEach(number -> ids.add(new Oid("%040x".formatted(number))));
    return ids;
  }

  @Test
  void wantedIsWhatIsSoughtAnywhere() {
    SortedMap<CloneUrl, SortedSet<Oid>> places = new TreeMap<>();
    places.put(url("a"), ids(1, 2));
    places.put(url("b"), ids(2, 3));
    places.put(url("c"), ids());
    MissingData missing = new MissingData(FAMILY, places, true);
    assertThat(missing.wanted()).isEqualTo(ids(1, 2, 3));
    assertThat(missing.isMissingNothing()).isFalse();
  }

  @Test
  void placesThatAreOnlyComparedWithAreMissingNothing() {
    SortedMap<CloneUrl, SortedSet<Oid>> places = new TreeMap<>();
    assertThat(new MissingData(FAMILY, places, true).isMissingNothing()).isTrue();
    places.put(url("a"), ids());
    assertThat(new MissingData(FAMILY, places, true).isMissingNothing()).isTrue();
  }

  @Test
  void quarryDoesNotChangeWithWhatItWasMadeOf() {
    SortedSet<Oid> ids = ids(1);
    SortedMap<CloneUrl, SortedSet<Oid>> places = new TreeMap<>();
    places.put(url("a"), ids);
    MissingData missing = new MissingData(FAMILY, places, false);
    ids.clear();
    places.clear();
    assertThat(missing.wanted()).isEqualTo(ids(1));
  }

  @Test
  void placesWhereTheSameIsSoughtShareOneSet() {
    SortedMap<CloneUrl, SortedSet<Oid>> places = new TreeMap<>();
    places.put(url("a"), ids(1, 2));
    places.put(url("b"), ids(1, 2));
    MissingData missing = new MissingData(FAMILY, places, true);
    assertThat(missing.places().get(url("a"))).isEqualTo(ids(1, 2));
    assertThat(missing.places().get(url("b"))).isSameAs(missing.places().get(url("a")));
  }
}
