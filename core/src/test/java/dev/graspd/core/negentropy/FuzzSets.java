package dev.graspd.core.negentropy;

import dev.graspd.core.nostr.EventId;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Sets that messages are tried on: nothing, one item, several chunks with many ties. */
final class FuzzSets {
  private FuzzSets() {}

  static List<ItemSet> all() {
    Random random = new Random(1);
    List<Item> tied = Stream.generate(() -> Items.random(random, 40)).limit(700).toList();
    return List.of(Items.set(List.of()), Items.set(Items.row(1)), Items.set(tied));
  }

  static Set<EventId> ids(ItemSet items) {
    Set<EventId> ids = new HashSet<>();
    IntStream.range(0, items.size()).forEach(i -> ids.add(items.item(i).id()));
    return ids;
  }
}
