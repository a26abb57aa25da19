package dev.graspd.server.store.lmdb;

import dev.graspd.core.nostr.EventId;
import java.util.List;
import java.util.SortedSet;

/** How one filter is answered. */
sealed interface Plan {
  Residual residual();

  /** Look up each id. */
  record Lookup(SortedSet<EventId> ids, Residual residual) implements Plan {}

  /** Walk these parts of an index, all at once. */
  record Scan(Table index, List<byte[]> prefixes, Residual residual) implements Plan {
    /** Returns whether the index alone decides: no event needs to be read to know. */
    boolean covers() {
      return residual.isEmpty();
    }
  }
}
