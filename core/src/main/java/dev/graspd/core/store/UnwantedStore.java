package dev.graspd.core.store;

import dev.graspd.core.nostr.EventId;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What the store remembers of events that sync need not bring again, as of the last commit. What
 * was deleted or vanished is {@link Known#GONE} for ever, whether it is remembered here or not.
 */
public interface UnwantedStore {
  /** How many removed ones are remembered, and how many refused ones; then the oldest make room. */
  int UNWANTED_KEPT = 100_000;

  /** Returns what is remembered of an id, unless its time is over. */
  Optional<Unwanted> unwanted(EventId id, long nowSeconds);

  /** Starts a scan of all whose time is not over, by id. */
  Run unwanted(long nowSeconds);

  /** A scan in slices. Used by one thread at a time; holds nothing between slices. */
  interface Run {
    /** Goes on for about this many rows, giving each to the sink; returns whether it is done. */
    boolean next(int maxWork, Consumer<Unwanted> sink);
  }
}
