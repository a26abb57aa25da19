package dev.graspd.core.sync.link;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.sync.filter.HistoricFilter;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * History by REQ and EOSE, page after page from the newest to the oldest (sync.md, section 6.2).
 * One filter only: several would share one {@code until} and skip ranges.
 */
final class PagedJob extends Job {
  private final Filter filter;
  private final OptionalLong since;
  private final int limit;
  private OptionalLong until;
  private Filter request;
  private Set<EventId> lastPage = new HashSet<>();
  private Set<EventId> page = new HashSet<>();
  private long oldest = Long.MAX_VALUE;
  private long newest = Long.MIN_VALUE;
  private boolean isNew;

  PagedJob(Batch batch, HistoricFilter asked, int limit) {
    super(batch, Optional.of(asked.group()));
    this.filter = asked.filter();
    this.since = filter.since();
    this.until = filter.until();
    this.limit = limit;
    this.request = filter.withLimit(limit);
  }

  Filter request() {
    return request;
  }

  @Override
  boolean asksFor(Event event) {
    return request.matches(event);
  }

  /** Counts every event, also known and refused ones: the relay decides on its pages. */
  void received(Event event) {
    oldest = Math.min(oldest, event.createdAt());
    newest = Math.max(newest, event.createdAt());
    page.add(event.id());
    isNew |= !lastPage.contains(event.id());
  }

  /** What follows the end of a page. */
  enum Next {
    DONE,
    PAGE,
    /** Continue with the next page, but events of one second may be missing. */
    PAGE_AFTER_GAP
  }

  Next pageEnded(boolean finish) {
    if (finish || page.isEmpty()) {
      return Next.DONE;
    }
    boolean oneSecond = oldest == newest;
    if (!oneSecond && !isNew) {
      return Next.DONE;
    }
    boolean gap = oneSecond && page.size() > 1;
    until = OptionalLong.of(oneSecond ? oldest - 1 : oldest);
    if (until.getAsLong() < Math.max(0, since.orElse(0))) {
      return Next.DONE;
    }
    request = filter.withTimes(since, until).withLimit(limit);
    lastPage = page;
    restart();
    return gap ? Next.PAGE_AFTER_GAP : Next.PAGE;
  }

  /** Request the page again from its beginning. */
  void restart() {
    page = new HashSet<>();
    oldest = Long.MAX_VALUE;
    newest = Long.MIN_VALUE;
    isNew = false;
  }
}
