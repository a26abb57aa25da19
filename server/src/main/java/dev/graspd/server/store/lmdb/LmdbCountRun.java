package dev.graspd.server.store.lmdb;

import dev.graspd.core.nostr.Filter;
import dev.graspd.core.store.CountRun;
import java.util.List;

/** A count in slices. Reads events only where the index does not decide. */
final class LmdbCountRun implements CountRun {
  private final ReadSessions sessions;
  private final Union union;
  private long counted;
  private long workDone;

  LmdbCountRun(ReadSessions sessions, List<Filter> filters, FilterScan.Scope scope) {
    this.sessions = sessions;
    this.union = new Union(filters.stream().map(Filter::unlimited).toList(), scope);
  }

  @Override
  public boolean next(int maxWork) {
    Work work = new Work(maxWork);
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
