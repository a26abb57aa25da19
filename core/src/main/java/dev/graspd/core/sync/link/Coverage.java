package dev.graspd.core.sync.link;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.sync.filter.FilterLayers;
import dev.graspd.core.sync.filter.Layer;
import dev.graspd.core.sync.filter.SyncItem;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The values that a connection listens for, each with the number of items that need it:
 * repositories of one identifier share a value, and must keep it when one of them leaves. Owned by
 * the connection's machine.
 */
final class Coverage {
  private final SortedSet<SyncItem> items = new TreeSet<>();
  private final SortedMap<Layer, Map<String, Need>> needs = new TreeMap<>();

  /** How many items need a value, and when something named it last. */
  private static final class Need {
    private int items;
    private long activeSeconds;
  }

  boolean contains(SyncItem item) {
    return items.contains(item);
  }

  SortedSet<SyncItem> items() {
    return items;
  }

  /** Returns the values that no item needed before. */
  SortedMap<Layer, SortedSet<String>> add(Collection<SyncItem> more) {
    SortedMap<Layer, SortedSet<String>> fresh = new TreeMap<>();
    for (SyncItem item : more) {
      if (items.add(item)) {
        FilterLayers.forEachValue(
            item,
            (layer, value) -> {
              Need need = of(layer).computeIfAbsent(value, _ -> new Need());
              if (++need.items == 1) {
                fresh.computeIfAbsent(layer, _ -> new TreeSet<>()).add(value);
              }
            });
      }
    }
    return fresh;
  }

  /** Returns the values that no item needs now. */
  SortedMap<Layer, SortedSet<String>> remove(Collection<SyncItem> fewer) {
    SortedMap<Layer, SortedSet<String>> gone = new TreeMap<>();
    for (SyncItem item : fewer) {
      if (items.remove(item)) {
        FilterLayers.forEachValue(
            item,
            (layer, value) -> {
              Need need = of(layer).get(value);
              if (need != null && --need.items == 0) {
                of(layer).remove(value);
                gone.computeIfAbsent(layer, _ -> new TreeSet<>()).add(value);
              }
            });
      }
    }
    return gone;
  }

  /** Returns whether anything of a layer is needed. */
  boolean isNeeded(Layer layer) {
    return !of(layer).isEmpty();
  }

  /** Returns all values that are needed. */
  SortedMap<Layer, SortedSet<String>> values() {
    SortedMap<Layer, SortedSet<String>> all = new TreeMap<>();
    for (Map.Entry<Layer, Map<String, Need>> entry : needs.entrySet()) {
      if (!entry.getValue().isEmpty()) {
        all.put(entry.getKey(), new TreeSet<>(entry.getValue().keySet()));
      }
    }
    return all;
  }

  /** Returns whether an item needs this event. Costs a lookup for each of its tags. */
  boolean matches(Event event) {
    for (Map.Entry<Layer, Map<String, Need>> entry : needs.entrySet()) {
      Set<String> values = entry.getValue().keySet();
      if (!values.isEmpty() && entry.getKey().matches(event, values)) {
        return true;
      }
    }
    return false;
  }

  /** Remembers when something that names a repository or root was published last. */
  void heardOf(Event event) {
    for (Tag tag : event.tags()) {
      if (tag.isIndexed() && (tag.letter() == 'a' || tag.letter() == 'e')) {
        Layer layer = tag.letter() == 'a' ? Layer.REPO_TAGGED : Layer.ROOT_TAGGED;
        Need need = of(layer).get(tag.value());
        if (need != null) {
          need.activeSeconds = Math.max(need.activeSeconds, event.createdAt());
        }
      }
    }
  }

  /** The most recently active value first; on equal times the lowest value. */
  Comparator<String> byActivity() {
    return Comparator.comparingLong((String value) -> -activeSeconds(value))
        .thenComparing(Comparator.naturalOrder());
  }

  private long activeSeconds(String value) {
    Need repository = of(Layer.REPO_TAGGED).get(value);
    Need need = repository == null ? of(Layer.ROOT_TAGGED).get(value) : repository;
    return need == null ? 0 : need.activeSeconds;
  }

  /** Hash maps, since we look up every event here; {@link #values} sorts. */
  private Map<String, Need> of(Layer layer) {
    return needs.computeIfAbsent(layer, _ -> new HashMap<>());
  }
}
