package dev.graspd.core.store;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.blocking.Blocking;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Events that sync need not fetch again, as of the last commit. A deleted or vanished event is
 * always {@link Known#GONE}, whether it is remembered here or not.
 */
@Blocking
public interface UnwantedStore {
  /**
   * How many removed events are remembered, and how many refused ones; beyond that the oldest are
   * forgotten.
   */
  int UNWANTED_KEPT = 100_000;

  /** Returns what is remembered of an id, unless its time is over. */
  Optional<UnwantedEvent> unwanted(EventId id, long nowSeconds);

  /** Starts a scan of all whose time is not over, by id. */
  Run unwanted(long nowSeconds);

  /** A scan in slices. Used by one thread at a time; holds nothing between slices. */
  @Blocking
  interface Run {
    /** Continues for about this many rows, giving each to the sink; returns whether it is done. */
    boolean next(int maxWork, Consumer<UnwantedEvent> sink);
  }
}
