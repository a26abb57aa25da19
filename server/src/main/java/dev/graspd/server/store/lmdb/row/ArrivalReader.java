package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.query.Arrival;
import dev.graspd.core.store.row.Life;
import dev.graspd.server.store.lmdb.table.IdEntry;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.Table;
import java.util.Optional;

/** Reads when events came; one commit is seen. */
public record ArrivalReader(ReadSession session) {
  /** Returns when a served event came; empty if nothing is known. */
  public Optional<Arrival> of(EventId id) {
    IdEntry entry = session.find(id);
    if (entry == null || !entry.life().isServed()) {
      return Optional.empty();
    }
    if (isAtOrBefore(entry.seq())) {
      return Optional.of(new Arrival.Within(minute(), entry.life() == Life.RELEASED));
    }
    return session.first(Table.ARRIVAL)
        ? Optional.of(new Arrival.Before(minute()))
        : Optional.empty();
  }

  /** Places the cursor at the last row that is not behind this number. */
  private boolean isAtOrBefore(long seq) {
    session.key().putLong(seq);
    return session.seek(Table.ARRIVAL, this)
        ? session.foundKey(Table.ARRIVAL).getLong(0) == seq || session.previous(Table.ARRIVAL)
        : session.last(Table.ARRIVAL);
  }

  private long minute() {
    return session.foundValue(Table.ARRIVAL).getLong(0);
  }
}
