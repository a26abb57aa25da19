package dev.graspd.server.family.view;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.TagLimits;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.query.QueryRun;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Queries that read the store slice by slice. */
public final class StoreQueries {
  private static final int SLICE_WORK = 10_000;
  private static final int SLICE_BYTES = 4 << 20;

  private StoreQueries() {}

  /** Returns all matches, for work that nobody waits for. */
  public static List<Event> all(EventStore store, Filter filter) {
    return all(store, filter, SLICE_WORK, SLICE_BYTES);
  }

  /** Gives every match to the action, for work that nobody waits for. */
  public static void forEach(EventStore store, Filter filter, Consumer<Event> action) {
    boolean _ =
        forEach(
            store,
            filter,
            SLICE_WORK,
            SLICE_BYTES,
            event -> {
              action.accept(event);
              return true;
            });
  }

  /** Gives every served announcement to the action. */
  public static void forEachAnnouncement(EventStore store, Consumer<Event> action) {
    forEach(store, Filter.builder().kinds(List.of(Kinds.ANNOUNCEMENT)).build(), action);
  }

  public static List<Event> all(EventStore store, Filter filter, int sliceWork, int sliceBytes) {
    List<Event> found = new ArrayList<>();
    boolean _ = forEach(store, filter, sliceWork, sliceBytes, found::add);
    return found;
  }

  /**
   * Gives every match to the action until it returns false, and leaves out events that are removed
   * meanwhile. Returns whether the action always returned true.
   */
  public static boolean forEach(
      EventStore store, Filter filter, int sliceWork, int sliceBytes, Predicate<Event> action) {
    // Expired events count until they are removed: the log reports that.
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
