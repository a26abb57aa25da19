package dev.graspd.core.sync.relays;

import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncItem;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The changes in what we want from relays since the last call. An item that was added and removed
 * again is no change.
 */
public final class TargetChanges {
  private final SortedMap<RelayUrl, SortedSet<SyncItem>> added = new TreeMap<>();
  private final SortedMap<RelayUrl, SortedSet<SyncItem>> removed = new TreeMap<>();

  void add(RelayUrl relay, SyncItem item) {
    if (!takeFrom(removed, relay, item)) {
      added.computeIfAbsent(relay, _ -> new TreeSet<>()).add(item);
    }
  }

  void remove(RelayUrl relay, SyncItem item) {
    if (!takeFrom(added, relay, item)) {
      removed.computeIfAbsent(relay, _ -> new TreeSet<>()).add(item);
    }
  }

  private static boolean takeFrom(
      SortedMap<RelayUrl, SortedSet<SyncItem>> items, RelayUrl relay, SyncItem item) {
    SortedSet<SyncItem> of = items.get(relay);
    return of != null && of.remove(item);
  }

  SortedMap<RelayUrl, SortedSet<SyncItem>> added() {
    return added;
  }

  SortedMap<RelayUrl, SortedSet<SyncItem>> removed() {
    return removed;
  }
}
