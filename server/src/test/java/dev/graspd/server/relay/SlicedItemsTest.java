package dev.graspd.server.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.negentropy.Bound;
import dev.graspd.core.negentropy.Item;
import dev.graspd.core.negentropy.ItemSet;
import dev.graspd.core.negentropy.SummarySet;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SlicedItemsTest {
  @Test
  void aSliceIsTheSetOfItsItems() {
    RandomGenerator random = new SplittableRandom(3);
    List<Item> items =
        IntStream.range(0, 1_000)
            .mapToObj(_ -> new Item(random.nextInt(50), randomId(random)))
            .sorted()
            .toList();
    ItemSet all = SummarySet.of(items).snapshot();

    for (int round = 0; round < 200; round++) {
      long since = random.nextInt(-30, 60);
      long until = random.nextInt(-30, 60);
      ItemSet slice = SlicedItems.of(all, Filter.builder().since(since).until(until).build());
      List<Item> wanted =
          items.stream()
              .filter(item -> item.createdAt() >= since && item.createdAt() <= until)
              .toList();
      ItemSet expected = SummarySet.of(wanted).snapshot();

      assertThat(itemsOf(slice)).isEqualTo(wanted);
      assertThat(slice.fingerprint(0, slice.size()))
          .isEqualTo(expected.fingerprint(0, expected.size()));
      Bound bound = new Bound(random.nextInt(60), randomId(random), 32);
      assertThat(slice.lowerBound(bound)).isEqualTo(expected.lowerBound(bound));
    }
  }

  @Test
  void aLimitLeavesTheNewest() {
    ItemSet all =
        SummarySet.of(
                IntStream.range(0, 10)
                    .mapToObj(i -> new Item(i, EventId.ofWords(i, 0, 0, 0)))
                    .toList())
            .snapshot();

    ItemSet slice = SlicedItems.of(all, Filter.builder().until(7).limit(3).build());

    assertThat(itemsOf(slice)).extracting(Item::createdAt).containsExactly(5L, 6L, 7L);
  }

  @Test
  void withoutTimesAndLimitTheSetIsItself() {
    ItemSet all = SummarySet.of(List.of(new Item(1, EventId.ofWords(1, 2, 3, 4)))).snapshot();

    assertThat(SlicedItems.of(all, Filter.ALL)).isSameAs(all);
    assertThat(SlicedItems.of(all, Filter.builder().until(Long.MAX_VALUE).build())).isSameAs(all);
  }

  private static List<Item> itemsOf(ItemSet set) {
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < set.size(); i++) {
      items.add(set.item(i));
    }
    return items;
  }

  private static EventId randomId(RandomGenerator random) {
    return EventId.ofWords(
        random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
  }
}
