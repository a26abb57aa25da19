package dev.graspd.core.hunt.missing;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The missing objects of a family, and where they may be. Without objects that have no place:
 * nothing can be done for them.
 *
 * @param places the ids to look for at each clone URL; an empty set: only compare
 * @param offered the places that only pull requests name, which anybody may write
 * @param hosted whether to compare the family with its other places
 */
public record MissingData(
    Identifier family,
    SortedMap<CloneUrl, SortedSet<Oid>> places,
    SortedSet<CloneUrl> offered,
    boolean hosted) {
  /** For a family whose places are all named by its maintainers. */
  public MissingData(
      Identifier family, SortedMap<CloneUrl, SortedSet<Oid>> places, boolean hosted) {
    this(family, places, Collections.emptySortedSet(), hosted);
  }

  public MissingData {
    offered = Collections.unmodifiableSortedSet(new TreeSet<>(offered));
    places = Collections.unmodifiableSortedMap(shared(places));
  }

  /** Places with equal ids share one set: there may be many of both. */
  private static SortedMap<CloneUrl, SortedSet<Oid>> shared(
      SortedMap<CloneUrl, SortedSet<Oid>> places) {
    Map<SortedSet<Oid>, SortedSet<Oid>> sets = new HashMap<>();
    SortedMap<CloneUrl, SortedSet<Oid>> copy = new TreeMap<>();
    places.forEach((url, ids) ->
        copy.put(
            url,
            sets.computeIfAbsent(
                new TreeSet<>(ids), same -> Collections.unmodifiableSortedSet(same))));
    return copy;
  }

  /** Returns the ids of all places. */
  public SortedSet<Oid> wanted() {
    SortedSet<Oid> all = new TreeSet<>();
    places.values().forEach(all::addAll);
    return Collections.unmodifiableSortedSet(all);
  }

  public boolean isMissingNothing() {
    return places.values().stream().allMatch(SortedSet::isEmpty);
  }
}
