package dev.graspd.server.store.lmdb.query;

import dev.graspd.core.nostr.Filter;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.Row;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events that any of some filters wants, newest first, each once. */
final class Union {
  private final List<FilterScan> scans;

  Union(List<Filter> filters, FilterScan.Scope scope) {
    this.scans = filters.stream().map(filter -> new FilterScan(filter, scope)).toList();
  }

  /** Returns the next event; null if the work is spent or there is none left. */
  @Nullable Row next(ReadSession session, ScanCost work) {
    Row first = null;
    for (FilterScan scan : scans) {
      scan.advance(session, work);
      Row head = scan.head();
      if (head == null && !scan.isEnded()) {
        return null;
      }
      if (head != null && (first == null || head.compareTo(first) < 0)) {
        first = head;
      }
    }
    if (first != null) {
      take(first);
    }
    return first;
  }

  private void take(Row row) {
    for (FilterScan scan : scans) {
      if (row.isSameEvent(scan.head())) {
        scan.take();
      }
    }
  }

  boolean isExhausted() {
    return scans.stream().allMatch(scan -> scan.isEnded() && scan.head() == null);
  }

  boolean isLimited() {
    return scans.stream().anyMatch(FilterScan::isLimited);
  }
}
