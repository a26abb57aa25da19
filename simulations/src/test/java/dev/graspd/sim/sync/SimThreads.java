package dev.graspd.sim.sync;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;

/** What hangs on what. */
public final class SimThreads {
  private SimThreads() {}

  /** Returns the events that hang on these by {@code e} tags, directly or not. */
  public static SortedSet<EventId> below(SortedSet<EventId> roots, Collection<Event> events) {
    SortedSet<EventId> members = new TreeSet<>();
    SortedSet<EventId> layer = roots;
    while (!layer.isEmpty()) {
      SortedSet<EventId> next = new TreeSet<>();
      for (Event event : events) {
        SortedSet<EventId> above = layer;
        boolean below =
            event.tags().stream()
                .anyMatch(tag -> tag.is("e") && above.contains(EventId.parse(tag.value())));
        if (below && members.add(event.id())) {
          next.add(event.id());
        }
      }
      layer = next;
    }
    return members;
  }
}
