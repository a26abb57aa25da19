package dev.graspd.core.store.row;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.UnwantedEvent;
import org.jspecify.annotations.Nullable;

/** The unwanted events, in order of their age; those that were refused apart from the others. */
public interface UnwantedRows {
  @Nullable UnwantedEvent find(EventId id);

  /** Puts a row whose id has none. */
  void put(UnwantedEvent row);

  void delete(UnwantedEvent row);

  /** Returns the oldest row; of two as old, that with the lower id. */
  @Nullable UnwantedEvent oldest(boolean refused);

  long count(boolean refused);
}
