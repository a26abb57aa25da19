package dev.graspd.core.sync;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.EventId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What one connection has missed while it was open: times at which a live request was not, and
 * events that this server could not take. Fetched as soon as everything is listened to again. Owned
 * by the connection's machine.
 */
final class Repairs {
  /** Before work of our own that failed is tried again. */
  static final Duration RETRY_AFTER = Duration.ofSeconds(30);

  /** A gap of our own making that is to be filled. */
  private record Gap(List<LayeredFilter> filters, long sinceSeconds) {}

  private final History history;
  private final List<Gap> gaps = new ArrayList<>();
  private final SortedSet<EventId> lost = new TreeSet<>();
  private @Nullable Batch repair;
  private long repairNanos;
  private List<Gap> repairing = List.of();
  private SortedSet<EventId> fetching = Collections.emptySortedSet();

  Repairs(History history) {
    this.history = history;
  }

  /** These were not listened to from some time on; a gap that is open already goes further back. */
  void gap(List<LayeredFilter> filters, long seconds) {
    if (gaps.stream().noneMatch(gap -> gap.filters().equals(filters))) {
      gaps.add(new Gap(filters, seconds - Rotation.OVERLAP.toSeconds()));
    }
  }

  /** An event came live and could not be taken. */
  void lost(EventId id, Now now) {
    lost.add(id);
    repairNanos = Math.max(repairNanos, now.after(RETRY_AFTER));
  }

  boolean isNothingMissing() {
    return repair == null && !isWaiting();
  }

  private boolean isWaiting() {
    return !gaps.isEmpty() || !lost.isEmpty();
  }

  /**
   * Goes on.
   *
   * @param listening whether everything is listened to, so that what is fetched leaves no gap
   */
  void pump(boolean listening, Now now) {
    if (repair != null) {
      if (history.isUnderWay(repair)) {
        return;
      }
      end(repair, now);
    }
    if (now.nanos() < repairNanos || !listening) {
      return;
    }
    if (!gaps.isEmpty()) {
      repairing = List.copyOf(gaps);
      gaps.clear();
      repair = history.begin(OptionalLong.empty(), EventSource.RECONNECT, filters(repairing));
    } else if (!lost.isEmpty()) {
      fetching = new TreeSet<>(lost);
      lost.clear();
      repair = history.beginFetch(OptionalLong.empty(), EventSource.RECONNECT, fetching);
    }
  }

  private void end(Batch ended, Now now) {
    if (ended.failure() != null || !ended.isOver()) {
      gaps.addAll(repairing);
      lost.addAll(fetching);
      repairNanos = now.after(RETRY_AFTER);
    }
    repair = null;
    repairing = List.of();
    fetching = Collections.emptySortedSet();
  }

  private static List<HistoricFilter> filters(List<Gap> gaps) {
    List<HistoricFilter> filters = new ArrayList<>();
    for (Gap gap : gaps) {
      filters.addAll(HistoricFilter.of(gap.filters(), OptionalLong.of(gap.sinceSeconds())));
    }
    return filters;
  }

  /** Returns from when on something can be fetched, if everything is listened to. */
  OptionalLong nextWakeNanos(Now heard) {
    return repair == null && isWaiting()
        ? OptionalLong.of(Math.max(repairNanos, heard.nanos()))
        : OptionalLong.empty();
  }
}
