package dev.graspd.server.search;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.search.SearchFilter;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.query.QueryRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Reads the events of hits from the store, best first: what is held, removed, expired or excluded
 * by now is not there (N50-5). The index is not used any more.
 */
final class SearchRun implements QueryRun {
  /** What the question itself has cost, and reading one event. */
  private static final long QUESTION_WORK = 1_000;

  private static final int EVENT_WORK = 10;

  private final EventStore store;
  private final List<SearchFilter> filters;
  private final Hits hits;
  private final long seq;
  private final long nowSeconds;
  private final int[] given;
  private final SortedSet<EventId> seen = new TreeSet<>();
  private int next;
  private long work;
  private boolean isLimited;

  SearchRun(EventStore store, List<SearchFilter> filters, Hits hits, long seq, long nowSeconds) {
    this.store = store;
    this.filters = filters;
    this.hits = hits;
    this.seq = seq;
    this.nowSeconds = nowSeconds;
    this.given = new int[filters.size()];
    // A question that has used all its time has used all its work.
    this.work = hits.isLate() ? Long.MAX_VALUE / 2 : QUESTION_WORK * filters.size();
  }

  @Override
  public long snapshotSeq() {
    return seq;
  }

  @Override
  public long workDone() {
    return work;
  }

  @Override
  public Slice next(int maxWork, int maxBytes) {
    if (hits.isLate()) {
      return new Slice(List.of(), End.MORE);
    }
    List<Found> found = new ArrayList<>();
    long until = work + maxWork;
    long bytes = 0;
    while (next < hits.best().size() && work < until && bytes < maxBytes) {
      Hit hit = hits.best().get(next++);
      if (isFull(hit)) {
        isLimited = true;
        continue;
      }
      work += EVENT_WORK;
      Optional<Event> event = store.served(hit.id()).filter(one -> isWanted(hit, one));
      if (event.isPresent()) {
        given[hit.filter()]++;
        if (seen.add(hit.id())) {
          found.add(new Found(hit.id(), hit.createdAt(), event.get().json()));
          bytes += event.get().json().length;
        }
      }
    }
    return new Slice(found, next < hits.best().size() ? End.MORE : end());
  }

  private boolean isFull(Hit hit) {
    return given[hit.filter()] >= filters.get(hit.filter()).filter().limit().orElseThrow();
  }

  private boolean isWanted(Hit hit, Event event) {
    return !event.isExpiredAt(nowSeconds) && filters.get(hit.filter()).filter().matches(event);
  }

  private End end() {
    return hits.isComplete() && !isLimited ? End.COMPLETE : End.LIMITED;
  }
}
