package dev.graspd.core.store.query;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.blocking.Blocking;

/** A scan of a set in slices, newest first, for set reconciliation. */
@Blocking
public interface ItemRun {
  /** Returns the last log number whose event the run may see. */
  long snapshotSeq();

  /**
   * Continues for about this much work, giving each item to the sink; returns whether it is done.
   */
  boolean next(int maxWork, Sink sink);

  /** Takes one item. */
  interface Sink {
    void item(long createdAt, EventId id);
  }
}
