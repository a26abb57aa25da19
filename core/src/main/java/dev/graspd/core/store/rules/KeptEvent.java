package dev.graspd.core.store.rules;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.row.Entry;
import dev.graspd.core.store.row.StoredEvent;

/** An event that was read, with all that is needed to take it out of the store again. */
record KeptEvent(Event event, Entry entry, long due) {
  static KeptEvent of(long seq, StoredEvent stored) {
    return new KeptEvent(stored.event(), new Entry(stored.life(), seq), stored.due());
  }
}
