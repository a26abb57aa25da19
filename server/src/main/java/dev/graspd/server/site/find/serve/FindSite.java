package dev.graspd.server.site.find.serve;

import dev.graspd.server.site.address.SiteAddress.Search;
import dev.graspd.server.site.find.FindHit;
import dev.graspd.server.site.find.FindPage;
import dev.graspd.server.site.find.FindPage.Found;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.page.SiteFrame;

/** Shows visitors what the index of words has found. Thread-safe. */
public final class FindSite {
  private static final int TITLE_SHOWN = 100;

  private final SiteFrame frame;
  private final ServiceSearch search;

  public FindSite(SiteFrame frame, ServiceSearch search) {
    this.frame = frame;
    this.search = search;
  }

  /** Returns the page of a search. Asks the index and reads the store. */
  public String page(Search asked) {
    String title =
        asked.text().isBlank() ? "Search" : "Search: " + Html.cut(asked.text(), TITLE_SHOWN);
    return frame.page(title, false, FindPage.of(frame.base(), asked, found(asked)));
  }

  private Found found(Search asked) {
    if (asked.text().isBlank() && !search.isOff()) {
      return new Found.Nothing();
    }
    return switch (search.of(asked, ServiceSearch.HITS_MAX)) {
      case ServiceSearch.Outcome.Off() -> new Found.Off();
      case ServiceSearch.Outcome.Building(var percent) -> new Found.Building(percent);
      case ServiceSearch.Outcome.Invalid(var why) -> new Found.Invalid(why);
      case ServiceSearch.Outcome.Hits(var hits, var end) ->
          end == ServiceSearch.End.TOO_MUCH
              ? new Found.TooMuch()
              : new Found.Hits(
                  hits,
                  end == ServiceSearch.End.MORE,
                  search.names(hits.stream().map(FindHit::author).toList()));
    };
  }
}
