package dev.graspd.core.store.row;

import dev.graspd.core.nostr.EventId;

/** A signed request to remove events of its author, up to its own {@code created_at}. */
public record Request(long createdAt, EventId id) {
  /** Returns whether an event of this time is old enough. */
  public boolean covers(long eventCreatedAt) {
    return eventCreatedAt <= createdAt;
  }
}
