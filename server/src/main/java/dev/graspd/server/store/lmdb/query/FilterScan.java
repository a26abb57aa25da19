package dev.graspd.server.store.lmdb.query;

import dev.graspd.core.nostr.Filter;
import dev.graspd.server.store.lmdb.table.EventRecord;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.Row;
import org.jspecify.annotations.Nullable;

/**
 * The events that one filter wants, one after the other. After the last event within the limit it
 * reads a little further, to know whether the limit cut anything off.
 */
public final class FilterScan {
  /**
   * The values that all scans of a run share.
   *
   * @param snapshotSeq events with a higher number are not seen
   * @param nowSeconds events that have expired by then are not seen
   * @param limitProbeWork how far to look beyond the limit
   */
  public record Scope(long snapshotSeq, long nowSeconds, int limitProbeWork) {}

  private final Filter filter;
  private final Scope scope;
  private final Window window;
  private int wanted;
  private long probeLeft;
  private @Nullable Plan plan;
  private @Nullable RowSource source;
  private @Nullable Row head;
  private boolean ended;
  private boolean limited;

  FilterScan(Filter filter, Scope scope) {
    this.filter = filter;
    this.scope = scope;
    this.window = Window.of(filter);
    this.wanted = filter.limit().orElse(Integer.MAX_VALUE);
    this.probeLeft = scope.limitProbeWork();
    boolean nothing = filter.matchesNothing() || window.isEmpty();
    this.ended = nothing || wanted == 0;
    this.limited = !nothing && wanted == 0;
  }

  /** Returns the next event; null if there is none or {@link #advance} was not called. */
  @Nullable Row head() {
    return head;
  }

  boolean isEnded() {
    return ended;
  }

  /** Returns whether the limit has, or may have, cut something off. */
  boolean isLimited() {
    return limited;
  }

  void take() {
    head = null;
    wanted--;
  }

  /** Looks for the next event until it is found, the work is spent or the end is reached. */
  void advance(ReadSession session, ScanCost work) {
    if (head != null || ended) {
      return;
    }
    RowSource rows = source(session, work);
    while (head == null && !ended) {
      long before = work.done();
      Row row = rows.next(session, work);
      if (row == null) {
        ended = rows.isExhausted();
        return;
      }
      boolean matches = matches(row, session, work);
      if (wanted > 0) {
        head = matches ? row : null;
      } else {
        probed(matches, work.done() - before);
      }
    }
  }

  private void probed(boolean found, long units) {
    probeLeft -= Math.max(1, units);
    if (found || probeLeft <= 0) {
      limited = true;
      ended = true;
    }
  }

  private RowSource source(ReadSession session, ScanCost work) {
    RowSource known = source;
    if (known != null) {
      return known;
    }
    Plan chosen = Planner.choose(session, filter, work);
    RowSource made =
        switch (chosen) {
          case Plan.Lookup lookup -> new LookupSource(lookup.ids(), window);
          case Plan.Scan scan -> new IndexSource(scan, window, wanted);
        };
    plan = chosen;
    source = made;
    return made;
  }

  private boolean matches(Row row, ReadSession session, ScanCost work) {
    if (row.seq() > scope.snapshotSeq() || row.expiration() <= scope.nowSeconds()) {
      return false;
    }
    if (plan == null || plan.residual().isEmpty()) {
      return true;
    }
    work.add(1);
    EventRecord event = session.event(row.seq());
    return event != null && plan.residual().matches(event);
  }
}
