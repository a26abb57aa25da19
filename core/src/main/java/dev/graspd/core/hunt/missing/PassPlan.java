package dev.graspd.core.hunt.missing;

import dev.graspd.core.repo.Oid;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The requests of one pass to one URL, once its advertisement is known: all advertised ids in one
 * request, then a few others one by one, since many servers refuse ids that they do not advertise
 * (purgatory.md, section 4).
 *
 * @param advertised the ids in the URL's advertisement
 * @param wanted the ids to fetch there
 * @param refused ids that it refused under the same advertisement
 */
public record PassPlan(SortedSet<Oid> advertised, SortedSet<Oid> wanted, SortedSet<Oid> refused) {
  public static final int SINGLES_MAX = 2;

  /** Returns the ids of the first request; empty: no such request. */
  public SortedSet<Oid> together() {
    SortedSet<Oid> together = new TreeSet<>(wanted);
    together.retainAll(advertised);
    return Collections.unmodifiableSortedSet(together);
  }

  /**
   * Returns the ids to request afterwards, one by one.
   *
   * @param missing ids that are still not here
   */
  public List<Oid> singly(SortedSet<Oid> missing) {
    return wanted.stream()
        .filter(id -> missing.contains(id) && !advertised.contains(id) && !refused.contains(id))
        .limit(SINGLES_MAX)
        .toList();
  }
}
