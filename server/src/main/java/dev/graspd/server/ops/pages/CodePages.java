package dev.graspd.server.ops.pages;

import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.page.StyleSheet;
import dev.graspd.server.site.serve.CodeSite;
import dev.graspd.server.site.serve.SiteAnswer;
import dev.graspd.server.web.http.OpsPages.Page;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Pages of code as answers.
 *
 * @param base the path of the service, with slashes around it
 * @param site empty on a server that hosts no repositories
 * @param notFound the page for an address without anything
 */
public record CodePages(
    String base, Optional<CodeSite> site, StyleSheet style, Supplier<Page> notFound) {
  private static final String HTML = "text/html; charset=utf-8";

  Page page(SiteAddress.OfRepository address) {
    SiteAnswer answer = site.map(one -> one.of(address)).orElseGet(SiteAnswer.NotFound::new);
    return switch (answer) {
      case SiteAnswer.Page(var html) -> new Page(200, HTML, html, "'self'");
      case SiteAnswer.Moved(var there) ->
          new Page(
              301,
              "text/plain; charset=utf-8",
              "",
              "'none'",
              new TreeMap<>(Map.of("Location", base + Addresses.write(there))));
      case SiteAnswer.NotFound() -> notFound.get();
      case SiteAnswer.TooMuch() ->
          new Page(
              503,
              "text/plain; charset=utf-8",
              "this takes too long to find out here: clone the repository\n");
    };
  }

  Page asset(String name) {
    return name.equals(style.name())
        ? new Page(
            200,
            "text/css; charset=utf-8",
            style.text(),
            "'none'",
            new TreeMap<>(Map.of("Cache-Control", "public, max-age=31536000, immutable")))
        : notFound.get();
  }
}
