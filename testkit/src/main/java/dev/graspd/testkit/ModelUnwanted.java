package dev.graspd.testkit;

import dev.graspd.core.store.Unwanted;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the model store remembers not to want.
 *
 * @param max so many refusals are kept, and so many of those that were removed
 */
record ModelUnwanted(ModelState state, int max) {
  void remember(Unwanted row) {
    state.unwanted.put(row.id(), row);
    Optional<Unwanted> oldest = oldestLike(row);
    while (oldest.isPresent() && (isTooMany(row) || oldest.get().isOverAt(row.sinceSeconds()))) {
      state.unwanted.remove(oldest.get().id());
      oldest = oldestLike(row);
    }
  }

  private boolean isTooMany(Unwanted row) {
    return like(row).count() > max;
  }

  private Optional<Unwanted> oldestLike(Unwanted row) {
    return like(row)
        .min(Comparator.comparingLong(Unwanted::sinceSeconds).thenComparing(Unwanted::id));
  }

  private Stream<Unwanted> like(Unwanted row) {
    return state.unwanted.values().stream()
        .filter(other -> other.why().isRefusal() == row.why().isRefusal());
  }
}
