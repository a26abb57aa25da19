package dev.graspd.core.sync.relays;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncItem;
import java.util.Collections;
import java.util.List;
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

  /** Returns the families with changes at a relay. */
  SortedSet<Identifier> familiesOf(RelayUrl relay) {
    SortedSet<Identifier> families = new TreeSet<>();
    for (SortedMap<RelayUrl, SortedSet<SyncItem>> changed : List.of(added, removed)) {
      for (SyncItem item : changed.getOrDefault(relay, Collections.emptySortedSet())) {
        if (item instanceof SyncItem.OfRepo(var repository, _)) {
          families.add(repository.identifier());
        }
      }
    }
    return families;
  }

  /** A relay is not at work any more: its changes do not matter. */
  void forget(RelayUrl relay) {
    added.remove(relay);
    removed.remove(relay);
  }

  SortedMap<RelayUrl, SortedSet<SyncItem>> added() {
    return added;
  }

  SortedMap<RelayUrl, SortedSet<SyncItem>> removed() {
    return removed;
  }
}
