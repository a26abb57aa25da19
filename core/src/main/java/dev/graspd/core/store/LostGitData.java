package dev.graspd.core.store;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Git data of a family that a disk has lost. A row of the store, so that every server on it knows.
 *
 * @param packs missing or damaged packs; some may have no row any more
 * @param tips objects of its refs and events that are not complete here
 * @param huntedUntilNanos on the clock of waits; then the hunt pauses until a clone URL shows one
 *     of the tips
 */
public record LostGitData(
    Identifier family, SortedSet<String> packs, SortedSet<Oid> tips, long huntedUntilNanos) {
  public LostGitData {
    packs = Collections.unmodifiableSortedSet(new TreeSet<>(packs));
    tips = Collections.unmodifiableSortedSet(new TreeSet<>(tips));
  }

  /** Returns the same, hunted until then. */
  public LostGitData huntedUntil(long nanos) {
    return new LostGitData(family, packs, tips, nanos);
  }
}
