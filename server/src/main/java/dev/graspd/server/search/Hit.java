package dev.graspd.server.search;

import dev.graspd.core.nostr.EventId;
import java.util.Comparator;

/**
 * An event that the index has found.
 *
 * @param filter which of the filters asked for it
 * @param place the class of fields in which a word was found, 0 is the best
 */
record Hit(int filter, int place, float score, long createdAt, EventId id) {
  /** Best class, best score, then as everywhere: newest first, on equal times the lowest id. */
  static final Comparator<Hit> BEST_FIRST =
      Comparator.comparingInt(Hit::place)
          .thenComparing(Comparator.comparingDouble(Hit::score).reversed())
          .thenComparing(Comparator.comparingLong(Hit::createdAt).reversed())
          .thenComparing(Hit::id)
          .thenComparingInt(Hit::filter);
}
