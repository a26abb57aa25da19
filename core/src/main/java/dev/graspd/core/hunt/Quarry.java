package dev.graspd.core.hunt;

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
 * What a family lacks now, and where it may be. What is lacked but may be nowhere is not in it:
 * there is nothing to hunt for.
 *
 * @param places the ids that may be sought at each clone URL; none: it is only compared with
 * @param offered those of the places that only pull requests name, and anybody may write one
 * @param hosted whether the family is compared with its other places
 */
public record Quarry(
    Identifier family,
    SortedMap<CloneUrl, SortedSet<Oid>> places,
    SortedSet<CloneUrl> offered,
    boolean hosted) {
  /** What is lacked where all places are named by those who speak for the family. */
  public Quarry(Identifier family, SortedMap<CloneUrl, SortedSet<Oid>> places, boolean hosted) {
    this(family, places, Collections.emptySortedSet(), hosted);
  }

  public Quarry {
    offered = Collections.unmodifiableSortedSet(new TreeSet<>(offered));
    places = Collections.unmodifiableSortedMap(shared(places));
  }

  /** Places where the same is sought share one set: there may be many of both. */
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

  /** Returns all ids that are sought anywhere. */
  public SortedSet<Oid> wanted() {
    SortedSet<Oid> all = new TreeSet<>();
    places.values().forEach(all::addAll);
    return Collections.unmodifiableSortedSet(all);
  }

  public boolean isMissingNothing() {
    return places.values().stream().allMatch(SortedSet::isEmpty);
  }
}
