package dev.graspd.server.store.lmdb.query;

import dev.graspd.core.nostr.Filter;
import dev.graspd.core.store.query.CountRun;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.ReadSessions;
import java.util.List;

/** A count in slices. Reads events only where the index does not decide. */
public final class LmdbCountRun implements CountRun {
  private final ReadSessions sessions;
  private final Union union;
  private long counted;
  private long workDone;

  public LmdbCountRun(ReadSessions sessions, List<Filter> filters, FilterScan.Scope scope) {
    this.sessions = sessions;
    this.union = new Union(filters.stream().map(Filter::unlimited).toList(), scope);
  }

  @Override
  public boolean next(int maxWork) {
    ScanCost work = new ScanCost(maxWork);
    try (ReadSession session = sessions.open()) {
      while (union.next(session, work) != null) {
        counted++;
      }
    }
    workDone += work.done();
    return union.isExhausted();
  }

  @Override
  public long counted() {
    return counted;
  }

  @Override
  public long workDone() {
    return workDone;
  }
}
