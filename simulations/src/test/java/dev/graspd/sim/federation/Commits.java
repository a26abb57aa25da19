package dev.graspd.sim.federation;

import dev.graspd.core.repo.Oid;
import java.util.Collection;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** All commits that anybody has made; each but the first of a history has one parent. */
final class Commits {
  private final SortedMap<Oid, Oid> parents = new TreeMap<>();
  private long number;

  Oid first() {
    return new Oid("%040x".formatted(++number));
  }

  Oid on(Oid parent) {
    Oid child = first();
    parents.put(child, parent);
    return child;
  }

  /** Returns these and all that they reach. */
  SortedSet<Oid> reachedFrom(Collection<Oid> tips) {
    SortedSet<Oid> reached = new TreeSet<>();
    for (Oid tip : tips) {
      for (Oid at = tip; at != null && reached.add(at); ) {
        at = parents.get(at);
      }
    }
    return reached;
  }
}
