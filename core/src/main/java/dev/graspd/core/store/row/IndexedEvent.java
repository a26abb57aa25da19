package dev.graspd.core.store.row;

import dev.graspd.core.nostr.EventId;

/** An event as an index names it: enough to order events without reading them. */
public record IndexedEvent(long createdAt, EventId id, long seq) {
  /** Returns whether it comes before another event: newer, or as old and with a lower id. */
  public boolean isBefore(long otherCreatedAt, EventId otherId) {
    return createdAt != otherCreatedAt ? createdAt > otherCreatedAt : id.compareTo(otherId) < 0;
  }
}
