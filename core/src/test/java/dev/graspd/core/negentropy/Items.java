package dev.graspd.core.negentropy;

import dev.graspd.core.nostr.EventId;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Items and messages for tests. */
final class Items {
  private Items() {}

  static Item random(RandomGenerator random, long createdAtMax) {
    EventId id =
        EventId.ofWords(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
    return new Item(random.nextLong(createdAtMax), id);
  }

  /** So many items, one a second, with ids that count up. */
  static List<Item> row(int count) {
    return IntStream.range(0, count).mapToObj(Items::numbered).toList();
  }

  static Item numbered(int i) {
    return new Item(1_000 + i, EventId.ofWords(i, 0, 0, i));
  }

  static ItemSet set(List<Item> items) {
    return SummarySet.of(items).snapshot();
  }

  static Message message(String hex) {
    return Message.parse(hex).orElseThrow();
  }
}
