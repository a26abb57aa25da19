package dev.graspd.server.gate;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Families that have lost objects, as far as this run has found out. Nothing of it is saved: the
 * next start looks again. Thread-safe.
 */
final class Losses {
  /**
   * What a family has lost.
   *
   * @param packs those that are gone or damaged
   * @param tips what its refs and events name and is not here with all that it refers to
   * @param huntedUntilNanos then it rests, until a clone URL shows one of the tips
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

  /** Returns what is lost of a family and sought now. */
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

  int count() {
    return losses.size();
  }
}
