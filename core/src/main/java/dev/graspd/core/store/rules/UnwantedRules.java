package dev.graspd.core.store.rules;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.row.UnwantedRows;

/**
 * Remembers unwanted events; the oldest are dropped.
 *
 * @param kept so many removed events are remembered, and so many refused ones
 */
record UnwantedRules(UnwantedRows rows, int kept) {
  /** Puts a row, in place of an older one of the same id. */
  void put(UnwantedEvent row) {
    forget(row.id());
    rows.put(row);
    trim(row.why().isRefusal(), row.sinceSeconds());
  }

  boolean forget(EventId id) {
    UnwantedEvent row = rows.find(id);
    if (row != null) {
      rows.delete(row);
    }
    return row != null;
  }

  private void trim(boolean refused, long nowSeconds) {
    UnwantedEvent oldest = rows.oldest(refused);
    while (oldest != null && (rows.count(refused) > kept || oldest.isOverAt(nowSeconds))) {
      rows.delete(oldest);
      oldest = rows.oldest(refused);
    }
  }
}
