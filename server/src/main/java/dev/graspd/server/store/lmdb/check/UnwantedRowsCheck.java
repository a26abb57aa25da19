package dev.graspd.server.store.lmdb.check;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.server.store.lmdb.row.LmdbUnwantedRows;
import dev.graspd.server.store.lmdb.table.IdEntry;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.Table;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Checks the rows of unwanted events. */
final class UnwantedRowsCheck {
  private final ReadSession session;
  private final Consumer<String> problem;
  private final RowWalk rows;

  UnwantedRowsCheck(ReadSession session, Consumer<String> problem) {
    this.session = session;
    this.problem = problem;
    this.rows = new RowWalk(session, problem);
  }

  void run() {
    rows.forEachRow(Table.UNWANTED, this::check);
    compareCounts();
  }

  private void check(ByteBuffer key, ByteBuffer value) {
    EventId id = Keys.eventId(key, 0);
    UnwantedEvent row = LmdbUnwantedRows.read(id, value);
    IdEntry entry = session.find(id);
    if (entry != null && entry.life().isHere()) {
      problem.accept("event " + id + " is not wanted and here");
    }
    LmdbUnwantedRows.putAgeKey(session.key(), row);
    if (session.get(LmdbUnwantedRows.agesOf(row.why())) == null) {
      problem.accept("event " + id + " is not wanted and would never be forgotten");
    }
  }

  private void compareCounts() {
    long unwanted = rows.count(Table.UNWANTED);
    long ages = rows.count(Table.UNWANTED_REMOVED) + rows.count(Table.UNWANTED_REFUSED);
    if (unwanted != ages) {
      problem.accept("%d events are not wanted, and %d have an age".formatted(unwanted, ages));
    }
  }
}
