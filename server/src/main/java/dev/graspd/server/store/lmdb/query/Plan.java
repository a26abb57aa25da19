package dev.graspd.server.store.lmdb.query;

import dev.graspd.core.nostr.EventId;
import dev.graspd.server.store.lmdb.table.Table;
import java.util.List;
import java.util.SortedSet;

/** How one filter is answered. */
sealed interface Plan {
  Residual residual();

  record Lookup(SortedSet<EventId> ids, Residual residual) implements Plan {}

  record Scan(Table index, List<byte[]> prefixes, Residual residual) implements Plan {
    /** Returns whether the index alone decides: no event needs to be read to know. */
    boolean covers() {
      return residual.isEmpty();
    }
  }
}
