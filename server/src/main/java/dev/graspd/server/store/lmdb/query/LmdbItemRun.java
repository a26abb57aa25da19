package dev.graspd.server.store.lmdb.query;

import dev.graspd.core.nostr.Filter;
import dev.graspd.core.store.query.ItemRun;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.ReadSessions;
import dev.graspd.server.store.lmdb.table.Row;
import java.util.List;

/** A set of items in slices. Reads events only where the index does not decide. */
public final class LmdbItemRun implements ItemRun {
  private final ReadSessions sessions;
  private final long snapshotSeq;
  private final Union union;

  public LmdbItemRun(ReadSessions sessions, Filter filter, FilterScan.Scope scope) {
    this.sessions = sessions;
    this.snapshotSeq = scope.snapshotSeq();
    this.union = new Union(List.of(filter.unlimited()), scope);
  }

  @Override
  public long snapshotSeq() {
    return snapshotSeq;
  }

  @Override
  public boolean next(int maxWork, Sink sink) {
    ScanCost work = new ScanCost(maxWork);
    try (ReadSession session = sessions.open()) {
      Row row = union.next(session, work);
      while (row != null) {
        sink.item(row.createdAt(), row.id());
        row = union.next(session, work);
      }
    }
    return union.isExhausted();
  }
}
