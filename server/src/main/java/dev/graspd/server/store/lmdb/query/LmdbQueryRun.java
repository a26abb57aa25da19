package dev.graspd.server.store.lmdb.query;

import dev.graspd.core.nostr.Filter;
import dev.graspd.core.store.query.QueryRun;
import dev.graspd.server.store.lmdb.table.EventRecord;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.ReadSessions;
import dev.graspd.server.store.lmdb.table.Row;
import java.util.ArrayList;
import java.util.List;

/** A query in slices; each opens a transaction of its own. */
public final class LmdbQueryRun implements QueryRun {
  private final ReadSessions sessions;
  private final long snapshotSeq;
  private final Union union;
  private long workDone;

  public LmdbQueryRun(ReadSessions sessions, List<Filter> filters, FilterScan.Scope scope) {
    this.sessions = sessions;
    this.snapshotSeq = scope.snapshotSeq();
    this.union = new Union(filters, scope);
  }

  @Override
  public long snapshotSeq() {
    return snapshotSeq;
  }

  @Override
  public long workDone() {
    return workDone;
  }

  @Override
  public Slice next(int maxWork, int maxBytes) {
    ScanCost work = new ScanCost(maxWork);
    List<Found> found = new ArrayList<>();
    try (ReadSession session = sessions.open()) {
      collect(session, work, maxBytes, found);
    }
    workDone += work.done();
    return new Slice(found, end());
  }

  private void collect(ReadSession session, ScanCost work, int maxBytes, List<Found> found) {
    long bytes = 0;
    while (bytes < maxBytes) {
      Row row = union.next(session, work);
      if (row == null) {
        return;
      }
      work.add(1);
      EventRecord event = session.event(row.seq());
      if (event != null) {
        byte[] json = event.json();
        found.add(new Found(row.id(), row.createdAt(), json));
        bytes += json.length;
      }
    }
  }

  private End end() {
    if (!union.isExhausted()) {
      return End.MORE;
    }
    return union.isLimited() ? End.LIMITED : End.COMPLETE;
  }
}
