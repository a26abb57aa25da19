package dev.graspd.server.relay;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.search.SearchFilter;
import dev.graspd.core.search.SearchedEvent;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.query.QueryRun;
import dev.graspd.server.base.LogTail;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The answer to filters of which only some search: first the hits, then what the index of words has
 * not reached, then the events of the others. Live events begin after all of that, so that each
 * event comes once.
 */
final class SearchThenQuery implements QueryRun {
  /** Reading the words of one event costs as much as so many rows. */
  private static final int WORDS_WORK = 50;

  private final QueryRun search;
  private final LogTail gap;
  private final List<SearchFilter> searched;
  private final QueryRun query;
  private final long nowSeconds;
  private final SortedSet<EventId> found = new TreeSet<>();
  private boolean isSearching = true;
  private boolean isLimited;
  private long gapWork;

  SearchThenQuery(
      QueryRun search,
      EventStore store,
      List<SearchFilter> searched,
      QueryRun query,
      long nowSeconds) {
    this.search = search;
    this.gap = new LogTail(store, search.snapshotSeq());
    this.searched = searched;
    this.query = query;
    this.nowSeconds = nowSeconds;
  }

  @Override
  public long snapshotSeq() {
    return query.snapshotSeq();
  }

  @Override
  public long workDone() {
    return search.workDone() + gapWork + query.workDone();
  }

  @Override
  public Slice next(int maxWork, int maxBytes) {
    if (isSearching) {
      return nextHits(maxWork, maxBytes);
    }
    return gap.position() < snapshotSeq() ? nextOfGap() : nextOthers(maxWork, maxBytes);
  }

  private Slice nextHits(int maxWork, int maxBytes) {
    Slice slice = search.next(maxWork, maxBytes);
    slice.events().forEach(event -> found.add(event.id()));
    isSearching = slice.end() == End.MORE;
    isLimited |= slice.end() == End.LIMITED;
    return new Slice(slice.events(), End.MORE);
  }

  private Slice nextOfGap() {
    List<Found> events = new ArrayList<>();
    boolean _ =
        gap.readSome(
            snapshotSeq(),
            record -> {
              switch (record) {
                case LogRecord.Stored(_, var event) -> addIfFound(event, events);
                case LogRecord.Released(_, var event) -> addIfFound(event, events);
                case LogRecord.Removed _,
                    LogRecord.Held _,
                    LogRecord.RefsMoved _,
                    LogRecord.FamilyChanged _,
                    LogRecord.BansChanged _ -> {}
              }
            });
    return new Slice(events, End.MORE);
  }

  private void addIfFound(Event event, List<Found> events) {
    gapWork += WORDS_WORK;
    SearchedEvent words = new SearchedEvent(event);
    if (searched.stream().anyMatch(filter -> filter.matches(words))
        && !event.isExpiredAt(nowSeconds)
        && found.add(event.id())) {
      events.add(new Found(event.id(), event.createdAt(), event.json()));
    }
  }

  private Slice nextOthers(int maxWork, int maxBytes) {
    Slice slice = query.next(maxWork, maxBytes);
    List<Found> others = new ArrayList<>();
    for (Found event : slice.events()) {
      if (!found.contains(event.id())) {
        others.add(event);
      }
    }
    boolean isCut = slice.end() == End.COMPLETE && isLimited;
    return new Slice(others, isCut ? End.LIMITED : slice.end());
  }
}
