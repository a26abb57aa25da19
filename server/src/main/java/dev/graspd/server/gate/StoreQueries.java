package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.QueryRun;
import java.util.ArrayList;
import java.util.List;

/** Small questions to the store, answered whole. */
final class StoreQueries {
  private StoreQueries() {}

  static List<Event> all(EventStore store, Filter filter, int sliceWork, int sliceBytes) {
    List<Event> found = new ArrayList<>();
    // Expired events count until they are removed: whoever asks then hears of it from the log.
    QueryRun run = store.query(List.of(filter), 0);
    QueryRun.End end = QueryRun.End.MORE;
    while (end == QueryRun.End.MORE) {
      QueryRun.Slice slice = run.next(sliceWork, sliceBytes);
      slice.events().forEach(one -> found.add(event(one.json())));
      end = slice.end();
    }
    return found;
  }

  private static Event event(byte[] json) {
    if (EventParser.parse(json, Integer.MAX_VALUE)
        instanceof EventParser.Result.Parsed(var event)) {
      return event;
    }
    throw new IllegalStateException("the store is damaged: an event cannot be read");
  }
}
