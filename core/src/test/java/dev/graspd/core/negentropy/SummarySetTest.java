package dev.graspd.core.negentropy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.EventId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SummarySetTest {
  private static final int OPERATIONS = 4_000;
  private static final int ITEM_BYTES = 40;

  /** A snapshot and what was in the set when it was taken. */
  private record Taken(ItemSet snapshot, ModelItems model) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void agreesWithTheModelAndSnapshotsStayAsTheyWere(long seed) {
    RandomGenerator random = new Random(seed);
    // Few seconds give many ties, few removals a set of several chunks.
    long seconds = 1 + random.nextLong(seed % 2 == 0 ? 20 : 100_000);
    int removalsInTen = 1 + random.nextInt(5);
    SummarySet set = new SummarySet();
    SortedSet<Item> model = new TreeSet<>();
    List<Taken> taken = new ArrayList<>();
    for (int i = 0; i < OPERATIONS; i++) {
      if (random.nextInt(10) < removalsInTen && !model.isEmpty()) {
        Item victim = pick(model, random, seconds);
        assertThat(set.remove(victim)).isEqualTo(model.remove(victim));
      } else {
        Item item = Items.random(random, seconds);
        assertThat(set.add(item)).isEqualTo(model.add(item));
      }
      if (random.nextInt(200) == 0) {
        taken.add(new Taken(set.snapshot(), ModelItems.of(model)));
      }
    }
    taken.add(new Taken(set.snapshot(), ModelItems.of(model)));
    assertThat(set.size()).isEqualTo(model.size());
    for (Taken each : taken) {
      assertSame(each.snapshot(), each.model(), random, seconds);
    }
  }

  @Test
  void aSetEmptiedItemByItemIsEmptyAndSmall() {
    RandomGenerator random = new Random(7);
    List<Item> items = new ArrayList<>(Items.row(3_000));
    SummarySet set = SummarySet.of(items);
    Collections.shuffle(items, new Random(8));
    for (Item item : items.subList(0, 2_900)) {
      assertThat(set.remove(item)).isTrue();
    }
    assertThat(set.bytes()).isLessThan(40_000);
    items.subList(2_900, 3_000).forEach(set::remove);
    assertThat(set.size()).isZero();
    assertSame(set.snapshot(), ModelItems.of(List.of()), random, 10);
  }

  @Test
  void addingTwiceAndRemovingWhatIsNotThereChangesNothing() {
    SummarySet set = SummarySet.of(Items.row(1_000));
    ItemSet before = set.snapshot();
    assertThat(set.add(Items.numbered(500))).isFalse();
    assertThat(set.remove(Items.numbered(1_000))).isFalse();
    assertThat(set.snapshot()).isSameAs(before);
  }

  @Test
  void itemsMayComeOldestFirstNewestFirstOrInTheOrderOfTheStore() {
    List<Item> ascending = new ArrayList<>(new TreeSet<>(tiedItems()));
    List<Item> newestFirstLowestIdFirst = new ArrayList<>(ascending);
    newestFirstLowestIdFirst.sort(
        Comparator.comparingLong(Item::createdAt).reversed().thenComparing(Item::id));
    ModelItems model = ModelItems.of(ascending);
    for (List<Item> order : List.of(ascending, ascending.reversed(), newestFirstLowestIdFirst)) {
      SummarySet set = SummarySet.of(order);
      assertSame(set.snapshot(), model, new Random(9), 3_000);
      assertThat(set.bytes()).isLessThan((long) (1.3 * ITEM_BYTES * ascending.size()));
    }
  }

  @Test
  void aSmallSetTakesLittleMemory() {
    assertThat(new SummarySet().bytes()).isLessThan(100);
    assertThat(SummarySet.of(Items.row(1)).bytes()).isLessThan(400);
  }

  private static List<Item> tiedItems() {
    List<Item> items = new ArrayList<>();
    RandomGenerator random = new Random(10);
    for (int i = 0; i < 10_000; i++) {
      items.add(Items.random(random, 3_000));
    }
    return items;
  }

  /** An item of the set, or now and then one that is not in it. */
  private static Item pick(SortedSet<Item> items, RandomGenerator random, long seconds) {
    Item any = Items.random(random, seconds);
    SortedSet<Item> above = items.tailSet(any);
    return random.nextInt(20) == 0 || above.isEmpty() ? any : above.first();
  }

  private static void assertSame(
      ItemSet actual, ModelItems expected, RandomGenerator random, long seconds) {
    assertThat(actual.size()).isEqualTo(expected.size());
    for (int i = 0; i < actual.size(); i++) {
      assertThat(actual.item(i)).isEqualTo(expected.item(i));
    }
    for (int i = 0; i < 10; i++) {
      int from = random.nextInt(actual.size() + 1);
      int to = from + random.nextInt(actual.size() - from + 1);
      assertThat(actual.fingerprint(from, to)).isEqualTo(expected.fingerprint(from, to));
      Bound bound = Bound.before(Items.random(random, seconds));
      assertThat(actual.lowerBound(bound)).isEqualTo(expected.lowerBound(bound));
    }
    assertThat(actual.lowerBound(Bound.LOWEST)).isZero();
    assertThat(actual.lowerBound(Bound.INFINITY)).isEqualTo(actual.size());
    assertThat(actual.fingerprint(0, actual.size()))
        .isEqualTo(expected.fingerprint(0, expected.size()));
    lowestIds(expected)
        .forEach(item ->
            assertThat(actual.lowerBound(Bound.before(item)))
                .isEqualTo(expected.items().indexOf(item)));
  }

  private static List<Item> lowestIds(ModelItems model) {
    return model.items().stream()
        .sorted(Comparator.<Item, EventId>comparing(Item::id))
        .limit(10)
        .toList();
  }
}
