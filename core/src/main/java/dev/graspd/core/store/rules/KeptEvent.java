package dev.graspd.core.store.rules;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.row.LogEntry;
import dev.graspd.core.store.row.StoredEvent;

/** An event that was read, with all that is needed to take it out of the store again. */
record KeptEvent(Event event, LogEntry entry, long due) {
  static KeptEvent of(long seq, StoredEvent stored) {
    return new KeptEvent(stored.event(), new LogEntry(stored.life(), seq), stored.due());
  }
}
