package dev.graspd.core.sync;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * History by REQ and EOSE, page after page from the newest to the oldest (sync.md, 6.2). One
 * filter: several would share one {@code until}, and ranges would be skipped.
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

  /** Counts every event, also one that is known or refused: pages are the relay's, not ours. */
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
    /** As the one before, but older events of one second may have been left out. */
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

  /** The page is asked for again from its beginning. */
  void restart() {
    page = new HashSet<>();
    oldest = Long.MAX_VALUE;
    newest = Long.MIN_VALUE;
    isNew = false;
  }
}
