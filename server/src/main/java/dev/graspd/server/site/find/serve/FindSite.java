package dev.graspd.server.site.find.serve;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.search.EventSearch;
import dev.graspd.core.search.EventSearch.Begun;
import dev.graspd.core.search.SearchFilter;
import dev.graspd.core.search.SearchText;
import dev.graspd.core.search.SearchText.Parsed;
import dev.graspd.core.store.query.QueryRun;
import dev.graspd.server.site.address.SiteAddress.Search;
import dev.graspd.server.site.find.FindHit;
import dev.graspd.server.site.find.FindPage;
import dev.graspd.server.site.find.FindPage.Found;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.talk.NameBook;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Searches the whole service by words, in the index that clients ask too. Thread-safe. */
public final class FindSite {
  /** What one search may read, in units of a query's work. */
  private static final long WORK_MAX = 50_000;

  private static final int TITLE_SHOWN = 100;
  private static final int SLICE_WORK = 2_000;
  private static final int SLICE_BYTES = 1 << 20;

  /**
   * What is searched.
   *
   * @param search empty if the operator has switched it off
   * @param served an event that the relay serves
   * @param isHosted whether a repository has pages
   * @param hasPage whether a person has a page
   */
  public record Parts(
      SiteFrame frame,
      Optional<EventSearch> search,
      Function<EventId, Optional<Event>> served,
      NameBook names,
      Predicate<RepoAddress> isHosted,
      Predicate<PublicKey> hasPage,
      LongSupplier nowSeconds) {}

  private final Parts parts;

  public FindSite(Parts parts) {
    this.parts = parts;
  }

  /** Returns the page of a search. Asks the index and reads the store. */
  public String page(Search asked) {
    String title =
        asked.text().isBlank() ? "Search" : "Search: " + Html.cut(asked.text(), TITLE_SHOWN);
    return parts.frame.page(title, false, FindPage.of(parts.frame.base(), asked, found(asked)));
  }

  private Found found(Search asked) {
    if (parts.search.isEmpty()) {
      return new Found.Off();
    }
    if (asked.text().isBlank()) {
      return new Found.Nothing();
    }
    return switch (SearchText.parse(asked.text())) {
      case Parsed.Invalid(var why) -> new Found.Invalid(why);
      case Parsed.OnlyExtensions() -> new Found.Invalid("it has no word");
      case Parsed.Found(var text) -> found(parts.search.get(), asked, text);
    };
  }

  private Found found(EventSearch search, Search asked, SearchText text) {
    Filter filter =
        Filter.builder()
            .kinds(kinds(asked.type()))
            .search(asked.text())
            // One more tells whether there are more.
            .limit(FindPage.HITS_MAX + 1)
            .build();
    List<SearchFilter> filters = List.of(new SearchFilter(filter, text));
    return switch (search.begin(filters, parts.nowSeconds.getAsLong())) {
      case Begun.Building(var percent) -> new Found.Building(percent);
      case Begun.Running(var run) -> read(run, text);
    };
  }

  private static Set<Integer> kinds(Search.Type type) {
    return switch (type) {
      case REPOSITORIES -> Set.of(Kinds.ANNOUNCEMENT);
      case ISSUES -> Set.of(Kinds.ISSUE, Kinds.PULL_REQUEST, Kinds.PATCH);
      case PEOPLE -> Set.of(Kinds.METADATA);
    };
  }

  private Found read(QueryRun run, SearchText text) {
    HitReader reader = new HitReader(parts, text);
    List<FindHit> hits = new ArrayList<>();
    QueryRun.End end = QueryRun.End.MORE;
    while (end == QueryRun.End.MORE && hits.size() <= FindPage.HITS_MAX) {
      if (run.workDone() > WORK_MAX) {
        return new Found.TooMuch();
      }
      QueryRun.Slice slice = run.next(SLICE_WORK, SLICE_BYTES);
      for (QueryRun.Found one : slice.events()) {
        parts.served.apply(one.id()).map(reader::hit).ifPresent(hits::add);
      }
      end = slice.end();
    }
    List<FindHit> shown = hits.subList(0, Math.min(hits.size(), FindPage.HITS_MAX));
    return new Found.Hits(
        shown,
        hits.size() > shown.size(),
        parts.names.names(shown.stream().map(FindHit::author).toList()));
  }
}
