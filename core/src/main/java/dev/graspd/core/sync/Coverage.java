package dev.graspd.core.sync;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Tag;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The values that a connection listens for, each counted by the items that need it: repositories of
 * one identifier share a value, and the first to leave must not take it along. Owned by the
 * connection's machine.
 */
final class Coverage {
  private final SortedSet<SyncItem> items = new TreeSet<>();
  private final SortedMap<Layer, Map<String, Integer>> counts = new TreeMap<>();
  private final Map<String, Long> activeSeconds = new HashMap<>();

  boolean contains(SyncItem item) {
    return items.contains(item);
  }

  SortedSet<SyncItem> items() {
    return items;
  }

  /** Returns the values that nobody needed before. */
  SortedMap<Layer, SortedSet<String>> add(Collection<SyncItem> more) {
    SortedMap<Layer, SortedSet<String>> fresh = new TreeMap<>();
    for (SyncItem item : more) {
      if (items.add(item)) {
        FilterLayers.forEachValue(
            item,
            (layer, value) -> {
              if (of(layer).merge(value, 1, Integer::sum) == 1) {
                fresh.computeIfAbsent(layer, _ -> new TreeSet<>()).add(value);
              }
            });
      }
    }
    return fresh;
  }

  /** Returns the values that nobody needs any more. */
  SortedMap<Layer, SortedSet<String>> remove(Collection<SyncItem> fewer) {
    SortedMap<Layer, SortedSet<String>> gone = new TreeMap<>();
    for (SyncItem item : fewer) {
      if (items.remove(item)) {
        FilterLayers.forEachValue(
            item,
            (layer, value) -> {
              if (of(layer).merge(value, -1, Integer::sum) == 0) {
                of(layer).remove(value);
                activeSeconds.remove(value);
                gone.computeIfAbsent(layer, _ -> new TreeSet<>()).add(value);
              }
            });
      }
    }
    return gone;
  }

  /** Returns all values that are needed. */
  SortedMap<Layer, SortedSet<String>> values() {
    SortedMap<Layer, SortedSet<String>> all = new TreeMap<>();
    for (Map.Entry<Layer, Map<String, Integer>> entry : counts.entrySet()) {
      if (!entry.getValue().isEmpty()) {
        all.put(entry.getKey(), new TreeSet<>(entry.getValue().keySet()));
      }
    }
    return all;
  }

  /** Remembers when something that names a repository or root was published last. */
  void heardOf(Event event) {
    for (Tag tag : event.tags()) {
      if (tag.isIndexed() && (tag.letter() == 'a' || tag.letter() == 'e')) {
        Layer layer = tag.letter() == 'a' ? Layer.REPO_TAGGED : Layer.ROOT_TAGGED;
        if (of(layer).containsKey(tag.value())) {
          activeSeconds.merge(tag.value(), event.createdAt(), Math::max);
        }
      }
    }
  }

  /** What was active last comes first; on equal times the lowest value. */
  Comparator<String> byActivity() {
    return Comparator.comparingLong((String value) -> -activeSeconds.getOrDefault(value, 0L))
        .thenComparing(Comparator.naturalOrder());
  }

  /** Without order: every event is looked up here, and {@link #values} sorts. */
  private Map<String, Integer> of(Layer layer) {
    return counts.computeIfAbsent(layer, _ -> new HashMap<>());
  }
}
