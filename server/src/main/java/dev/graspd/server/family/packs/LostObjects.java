package dev.graspd.server.family.packs;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Families that have lost objects. Not stored: each start checks again. Thread-safe. */
public final class LostObjects {
  /**
   * The losses of a family.
   *
   * @param packs missing or damaged packs
   * @param tips objects of its refs and events that are not complete here
   * @param huntedUntilNanos then the hunt pauses until a clone URL shows one of the tips
   */
  record Loss(SortedSet<String> packs, SortedSet<Oid> tips, long huntedUntilNanos) {
    Loss {
      packs = Collections.unmodifiableSortedSet(new TreeSet<>(packs));
      tips = Collections.unmodifiableSortedSet(new TreeSet<>(tips));
    }

    Loss huntedUntil(long nanos) {
      return new Loss(packs, tips, nanos);
    }
  }

  private final Map<Identifier, Loss> losses = new ConcurrentHashMap<>();

  Optional<Loss> of(Identifier family) {
    return Optional.ofNullable(losses.get(family));
  }

  /** Returns the lost objects of a family that are hunted now. */
  SortedSet<Oid> sought(Identifier family, long nowNanos) {
    return of(family)
        .filter(loss -> nowNanos < loss.huntedUntilNanos())
        .map(Loss::tips)
        .orElse(Collections.emptySortedSet());
  }

  void put(Identifier family, Loss loss) {
    losses.put(family, loss);
  }

  boolean remove(Identifier family) {
    return losses.remove(family) != null;
  }

  SortedSet<Identifier> families() {
    return new TreeSet<>(losses.keySet());
  }

  public int count() {
    return losses.size();
  }
}
