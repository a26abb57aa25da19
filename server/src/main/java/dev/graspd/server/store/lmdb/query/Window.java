package dev.graspd.server.store.lmdb.query;

import dev.graspd.core.nostr.Filter;

/** The times that a filter wants, both ends included. */
record Window(long since, long until) {
  static Window of(Filter filter) {
    return new Window(Math.max(0, filter.since().orElse(0)), filter.until().orElse(Long.MAX_VALUE));
  }

  boolean isEmpty() {
    return until < since;
  }

  boolean contains(long createdAt) {
    return since <= createdAt && createdAt <= until;
  }
}
