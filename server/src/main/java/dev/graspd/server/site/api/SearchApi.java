package dev.graspd.server.site.api;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.refusal.QueryReason;
import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.site.address.Part;
import dev.graspd.server.site.find.FindHit;
import dev.graspd.server.site.find.serve.ServiceSearch;
import dev.graspd.server.site.json.Problem;
import dev.graspd.server.site.json.SearchJson;
import dev.graspd.server.site.json.Truncated;
import dev.graspd.server.site.serve.PageVersions;
import java.util.List;
import java.util.Optional;

/** Searches in the whole service for programs (W-85). Thread-safe; may read the disk. */
public final class SearchApi {
  private final ServiceSearch search;
  private final boolean hasPages;

  /**
   * Reads nothing yet.
   *
   * @param hasPages whether what is found has pages for people
   */
  public SearchApi(ServiceSearch search, boolean hasPages) {
    this.search = search;
    this.hasPages = hasPages;
  }

  /** Answers a search. */
  public ApiAnswer of(ApiAddress.Search asked) {
    if (asked.asked().text().isBlank()) {
      return refused(QueryReason.SEARCH_MALFORMED, "q has no word");
    }
    return switch (search.of(asked.asked(), ServiceSearch.HITS_MAX)) {
      case ServiceSearch.Outcome.Off() ->
          refused(QueryReason.SEARCH_UNSUPPORTED, "the operator has switched search off");
      case ServiceSearch.Outcome.Building(var percent) ->
          refused(QueryReason.SEARCH_BUILDING, percent + " % of it is done");
      case ServiceSearch.Outcome.Invalid(var why) -> refused(QueryReason.SEARCH_MALFORMED, why);
      case ServiceSearch.Outcome.Hits hits -> part(asked, hits);
    };
  }

  private ApiAnswer part(ApiAddress.Search asked, ServiceSearch.Outcome.Hits found) {
    Part<EventId> part = asked.part();
    int from = part.after().map(last -> behind(found.hits(), last)).orElse(0);
    if (from < 0) {
      return ApiScope.notFound("the hit of this cursor is gone: begin again without it");
    }
    int until = Math.min(from + part.limit(), found.hits().size());
    List<FindHit> shown = found.hits().subList(from, until);
    Optional<EventId> next =
        until < found.hits().size() ? Optional.of(shown.getLast().event().id()) : Optional.empty();
    String json =
        SearchJson.of(
            new SearchJson.Hits(
                shown,
                next,
                next.isPresent() ? Optional.empty() : cut(found.end()),
                search.names(shown.stream().map(FindHit::author).toList()),
                hasPages));
    return new ApiAnswer.Document(
        json,
        next.map(last -> new ApiAddress.Search(asked.asked(), part.at(last))),
        Optional.of(PageVersions.with("", json)));
  }

  private static Optional<Truncated> cut(ServiceSearch.End end) {
    return switch (end) {
      case ALL -> Optional.empty();
      case MORE -> Optional.of(new Truncated("hits", ServiceSearch.HITS_MAX));
      case TOO_MUCH -> Optional.of(new Truncated("work", ServiceSearch.WORK_MAX));
    };
  }

  /** Returns where the rest begins; -1 if the hit is not among the best. */
  private static int behind(List<FindHit> hits, EventId last) {
    for (int i = 0; i < hits.size(); i++) {
      if (hits.get(i).event().id().equals(last)) {
        return i + 1;
      }
    }
    return -1;
  }

  private static ApiAnswer refused(QueryReason reason, String detail) {
    return new ApiAnswer.Refused(new Problem(reason, detail));
  }
}
