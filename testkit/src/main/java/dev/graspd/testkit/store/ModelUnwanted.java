package dev.graspd.testkit.store;

import dev.graspd.core.store.UnwantedEvent;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the model store remembers not to want.
 *
 * @param max so many refusals are kept, and so many of those that were removed
 */
record ModelUnwanted(ModelState state, int max) {
  void remember(UnwantedEvent row) {
    state.unwanted.put(row.id(), row);
    Optional<UnwantedEvent> oldest = oldestLike(row);
    while (oldest.isPresent() && (isTooMany(row) || oldest.get().isOverAt(row.sinceSeconds()))) {
      state.unwanted.remove(oldest.get().id());
      oldest = oldestLike(row);
    }
  }

  private boolean isTooMany(UnwantedEvent row) {
    return like(row).count() > max;
  }

  private Optional<UnwantedEvent> oldestLike(UnwantedEvent row) {
    return like(row)
        .min(
            Comparator.comparingLong(UnwantedEvent::sinceSeconds).thenComparing(UnwantedEvent::id));
  }

  private Stream<UnwantedEvent> like(UnwantedEvent row) {
    return state.unwanted.values().stream()
        .filter(other -> other.why().isRefusal() == row.why().isRefusal());
  }
}
