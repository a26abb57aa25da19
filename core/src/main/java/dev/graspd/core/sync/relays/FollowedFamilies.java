package dev.graspd.core.sync.relays;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncLevel;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One small row for each family that is followed anywhere: the relays that it names. From these
 * rows follow which relays we need, and which families to read when one of them is connected;
 * everything else about a family is read from the store then. Most families name the same few
 * relays, so equal rows share one object. Owned by the sync thread.
 */
final class FollowedFamilies {
  /** The number of repositories at each relay, and in all. */
  private record Row(SortedMap<RelayUrl, Integer> relays, int repositories) {}

  private static final class SharedRow {
    private final Row row;
    private int families;

    SharedRow(Row row) {
      this.row = row;
    }
  }

  private final SortedSet<RelayUrl> bootstrap;
  private final SortedMap<Identifier, SharedRow> rows = new TreeMap<>();
  private final Map<Row, SharedRow> shared = new HashMap<>();
  private final Map<RelayUrl, Integer> counts = new HashMap<>();
  private SortedSet<RelayUrl> touched = new TreeSet<>();
  private int repositories;

  /**
   * @param bootstrap relays at which every family is followed
   */
  FollowedFamilies(SortedSet<RelayUrl> bootstrap) {
    this.bootstrap = bootstrap;
  }

  /** Replaces the row of a family; one that is followed nowhere has none. */
  void put(Identifier family, SortedMap<RepoAddress, Wanted> wanted) {
    Row row = rowOf(wanted);
    @Nullable SharedRow before = rows.get(family);
    if (before != null && before.row.equals(row)) {
      return;
    }
    if (before != null) {
      rows.remove(family);
      count(before.row, -1);
      before.families--;
      if (before.families == 0) {
        shared.remove(before.row);
      }
    }
    if (isFollowed(row)) {
      SharedRow now = shared.computeIfAbsent(row, SharedRow::new);
      now.families++;
      rows.put(family, now);
      count(row, 1);
    }
  }

  private static Row rowOf(SortedMap<RepoAddress, Wanted> wanted) {
    SortedMap<RelayUrl, Integer> relays = new TreeMap<>();
    for (SortedMap<RelayUrl, SyncLevel> places : FamilyRelays.of(wanted).values()) {
      places.keySet().forEach(relay -> relays.merge(relay, 1, Integer::sum));
    }
    return new Row(Collections.unmodifiableSortedMap(relays), wanted.size());
  }

  private boolean isFollowed(Row row) {
    return !row.relays().isEmpty() || (!bootstrap.isEmpty() && row.repositories() > 0);
  }

  private void count(Row row, int sign) {
    repositories += sign * row.repositories();
    row.relays()
        .forEach((relay, number) -> {
          if (counts.merge(relay, sign * number, Integer::sum) == 0) {
            counts.remove(relay);
          }
          touched.add(relay);
        });
  }

  /** Returns how many repositories are followed at a relay. */
  int repositoriesOf(RelayUrl relay) {
    return bootstrap.contains(relay) ? repositories : counts.getOrDefault(relay, 0);
  }

  /** Returns the relays whose number of repositories may have changed since the last call. */
  SortedSet<RelayUrl> takeTouched() {
    SortedSet<RelayUrl> taken = touched;
    touched = new TreeSet<>();
    return taken;
  }

  /** Returns the families that are followed at a relay, in order. */
  List<Identifier> familiesOf(RelayUrl relay) {
    if (bootstrap.contains(relay)) {
      return List.copyOf(rows.keySet());
    }
    Set<SharedRow> naming = new HashSet<>();
    for (SharedRow one : shared.values()) {
      if (one.row.relays().containsKey(relay)) {
        naming.add(one);
      }
    }
    return naming.isEmpty()
        ? List.of()
        : rows.entrySet().stream()
            .filter(entry -> naming.contains(entry.getValue()))
            .map(Map.Entry::getKey)
            .toList();
  }

  boolean has(Identifier family) {
    return rows.containsKey(family);
  }

  SortedSet<Identifier> families() {
    return new TreeSet<>(rows.keySet());
  }

  int size() {
    return rows.size();
  }
}
