package dev.graspd.core.sync.link;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.filter.HistoricFilter;
import dev.graspd.core.sync.filter.LayeredFilter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The events that an open connection missed: published while a live request was closed, or refused
 * by this server for a temporary reason. Fetched as soon as all live requests are open again. Owned
 * by the connection's machine.
 */
final class Repairs {
  /** Pause before we try a failed repair again. */
  static final Duration RETRY_AFTER = Duration.ofSeconds(30);

  /** A gap to fill. */
  private record Gap(List<LayeredFilter> filters, long sinceSeconds) {}

  private final LinkHistory history;
  private final List<Gap> gaps = new ArrayList<>();
  private final SortedSet<EventId> lost = new TreeSet<>();
  private @Nullable Batch repair;
  private long repairNanos;
  private List<Gap> repairing = List.of();
  private SortedSet<EventId> fetching = Collections.emptySortedSet();

  Repairs(LinkHistory history) {
    this.history = history;
  }

  /** These filters were not live since this time; an existing gap keeps its earlier time. */
  void gap(List<LayeredFilter> filters, long seconds) {
    if (gaps.stream().noneMatch(gap -> gap.filters().equals(filters))) {
      gaps.add(new Gap(filters, seconds - PeriodicRequests.OVERLAP.toSeconds()));
    }
  }

  /** The server could not take a live event. */
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
   * Begins repairs that are due.
   *
   * @param listening whether all live requests are open, so that a repair leaves no gap
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

  /** Returns when the next repair is due, provided that all live requests are open. */
  OptionalLong nextWakeNanos(Now heard) {
    return repair == null && isWaiting()
        ? OptionalLong.of(Math.max(repairNanos, heard.nanos()))
        : OptionalLong.empty();
  }
}
