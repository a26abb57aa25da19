package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.TagLimits;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.QueryRun;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Small questions to the store, answered whole. */
final class StoreQueries {
  private StoreQueries() {}

  static List<Event> all(EventStore store, Filter filter, int sliceWork, int sliceBytes) {
    List<Event> found = new ArrayList<>();
    boolean _ = forEach(store, filter, sliceWork, sliceBytes, found::add);
    return found;
  }

  /**
   * Gives every match to the action, slice by slice, until it says no; what is removed meanwhile is
   * left out. Returns whether it never did.
   */
  static boolean forEach(
      EventStore store, Filter filter, int sliceWork, int sliceBytes, Predicate<Event> action) {
    // Expired events count until they are removed: whoever asks then hears of it from the log.
    QueryRun run = store.query(List.of(filter), 0);
    QueryRun.End end = QueryRun.End.MORE;
    while (end == QueryRun.End.MORE) {
      QueryRun.Slice slice = run.next(sliceWork, sliceBytes);
      for (QueryRun.Found one : slice.events()) {
        if (!action.test(event(one.json()))) {
          return false;
        }
      }
      end = slice.end();
    }
    return true;
  }

  private static Event event(byte[] json) {
    if (EventParser.parse(json, TagLimits.NONE) instanceof EventParser.Result.Parsed(var event)) {
      return event;
    }
    throw new IllegalStateException("the store is damaged: an event cannot be read");
  }
}
