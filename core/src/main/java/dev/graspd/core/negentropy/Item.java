package dev.graspd.core.negentropy;

import dev.graspd.core.nostr.EventId;

/**
 * The time and id of an event: all that reconciliation needs. Ordered by time, then by the bytes of
 * the id.
 */
public record Item(long createdAt, EventId id) implements Comparable<Item> {
  public Item {
    if (createdAt < 0) {
      throw new IllegalArgumentException("created_at " + createdAt + " is negative");
    }
  }

  @Override
  public int compareTo(Item that) {
    int order = Long.compare(createdAt, that.createdAt);
    return order != 0 ? order : id.compareTo(that.id);
  }
}
