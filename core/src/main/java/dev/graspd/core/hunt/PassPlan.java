package dev.graspd.core.hunt;

import dev.graspd.core.repo.Oid;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What one pass asks of one URL, once its advertisement is known: all advertised ids in one
 * request, then a few others singly, since many servers refuse what they do not advertise
 * (purgatory.md, section 4).
 *
 * @param advertised what the URL says it has
 * @param wanted what may be fetched from it
 * @param refused what it would not give under this same advertisement
 */
public record PassPlan(SortedSet<Oid> advertised, SortedSet<Oid> wanted, SortedSet<Oid> refused) {
  public static final int SINGLES_MAX = 2;

  /** Returns what is asked for first, in one request; none: there is no such request. */
  public SortedSet<Oid> together() {
    SortedSet<Oid> together = new TreeSet<>(wanted);
    together.retainAll(advertised);
    return Collections.unmodifiableSortedSet(together);
  }

  /**
   * Returns what is asked for afterwards, one by one.
   *
   * @param missing what is still not here
   */
  public List<Oid> singly(SortedSet<Oid> missing) {
    return wanted.stream()
        .filter(id -> missing.contains(id) && !advertised.contains(id) && !refused.contains(id))
        .limit(SINGLES_MAX)
        .toList();
  }
}
