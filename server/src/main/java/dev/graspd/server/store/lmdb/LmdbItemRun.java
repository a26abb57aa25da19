package dev.graspd.server.store.lmdb;

import dev.graspd.core.nostr.Filter;
import dev.graspd.core.store.ItemRun;
import java.util.List;

/** A set of items in slices. Reads events only where the index does not decide. */
final class LmdbItemRun implements ItemRun {
  private final ReadSessions sessions;
  private final long snapshotSeq;
  private final Union union;

  LmdbItemRun(ReadSessions sessions, Filter filter, FilterScan.Scope scope) {
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
    Work work = new Work(maxWork);
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
