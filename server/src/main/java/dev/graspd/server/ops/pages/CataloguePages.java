package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.refusal.QueryReason;
import dev.graspd.server.catalogue.Catalogue;
import dev.graspd.server.catalogue.CatalogueEntry;
import dev.graspd.server.catalogue.CatalogueQuery;
import dev.graspd.server.catalogue.CatalogueQuery.Parsed;
import dev.graspd.server.site.json.JsonDocument;
import dev.graspd.server.site.json.Problem;
import dev.graspd.server.web.http.OpsPages.Page;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The list of hosted repositories, as JSON. */
public final class CataloguePages {
  private static final String PATH = "api/v1/repositories";

  private final ServiceUrls urls;
  private final Optional<Catalogue> catalogue;

  /**
   * Reads nothing yet.
   *
   * @param catalogue empty on a server that hosts nothing
   */
  public CataloguePages(ServiceAddress service, Optional<Catalogue> catalogue) {
    this.urls = new ServiceUrls(service);
    this.catalogue = catalogue;
  }

  /** Returns the part of the list that a query asks for; the query is not decoded. */
  public Page list(String query) {
    return switch (CatalogueQuery.parse(query)) {
      case Parsed.Malformed(var detail) -> malformed(detail);
      case Parsed.Query(var asked) -> page(query, part(asked));
    };
  }

  private Catalogue.Part part(CatalogueQuery query) {
    return catalogue
        .map(one -> one.list(query))
        .orElseGet(() -> new Catalogue.Part(List.of(), Optional.empty(), false));
  }

  private Page page(String query, Catalogue.Part part) {
    SortedMap<String, String> headers = ApiPages.headers();
    part.next().ifPresent(next -> headers.put("Link", link(query, next.text())));
    return new Page(200, JsonDocument.TYPE, RepositoriesDocument.of(part, urls), headers);
  }

  private String link(String query, String next) {
    String same =
        Stream.of(query.split("&", -1))
            .filter(part -> !part.isEmpty() && !part.startsWith("cursor="))
            .map(part -> part + "&")
            .collect(Collectors.joining());
    String address = urls.own(PATH).target() + "?" + same + "cursor=" + next;
    return "<" + address.replace(">", "%3E") + ">; rel=\"next\"";
  }

  private Page malformed(String detail) {
    Problem problem = new Problem(QueryReason.QUERY_MALFORMED, detail);
    return new Page(problem.status(), Problem.TYPE, problem.json(urls.home().target()));
  }

  public static String json(Catalogue.Part part, ServiceAddress service) {
    return RepositoriesDocument.of(part, new ServiceUrls(service));
  }

  public static String json(CatalogueEntry entry, ServiceAddress service) {
    return RepositoriesDocument.of(entry, new ServiceUrls(service));
  }
}
