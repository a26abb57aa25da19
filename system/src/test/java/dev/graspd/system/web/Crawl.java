package dev.graspd.system.web;

import dev.graspd.system.web.Findings.Rule;
import dev.graspd.testkit.browser.HtmlTokens;
import dev.graspd.testkit.browser.HtmlTokens.Token;
import dev.graspd.testkit.client.GitHttp;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.regex.Pattern;

/** Follows the links of a site over plain HTTP, breadth first, within bounds. Not thread-safe. */
final class Crawl {
  /** Files have most of the odd names; each kind is visited at most this often from one start. */
  private static final int FILES_MAX = 80;

  private static final int CHANGES_MAX = 5;
  private static final int KIND_MAX = 25;

  /** Pages by commit id, and those with a query, have addresses without end. */
  private static final int VARIANTS_MAX = 8;

  private static final Pattern COMMIT = Pattern.compile("/[0-9a-f]{40}(?=[/?]|$)");

  private static final int UNAVAILABLE = 503;

  private final Findings findings;
  private Optional<String> lost = Optional.empty();
  private final Set<URI> visited = new HashSet<>();
  private final List<WebPage> pages = new ArrayList<>();

  Crawl(Findings findings) {
    this.findings = findings;
  }

  /** Returns the pages that were visited, in order. */
  List<WebPage> pages() {
    return List.copyOf(pages);
  }

  /** Says that pages below this one may lack their git data. */
  void losing(URI page) {
    lost = Optional.of(page + "/");
  }

  void from(SampleSite.Start start) {
    Map<String, Integer> visits = new HashMap<>();
    // Addresses without room are left to the next start.
    Set<URI> known = new HashSet<>(visited);
    Queue<URI> next = new ArrayDeque<>(beginning(start.url()));
    known.addAll(next);
    int left = start.pagesMax();
    while (!next.isEmpty() && left > 0) {
      URI url = next.remove();
      String kind = boundedKind(url);
      if (visits.merge(kind, 1, Integer::sum) > most(kind)) {
        continue;
      }
      left--;
      visited.add(url);
      int expected = url.equals(start.url()) ? start.status() : 200;
      for (URI link : visit(url, expected)) {
        if (known.add(link)) {
          next.add(link);
        }
      }
    }
  }

  /** A page that another start has led to is not visited again, but its links are. */
  private List<URI> beginning(URI start) {
    return pages.stream()
        .filter(page -> page.url().equals(start))
        .findFirst()
        .map(page -> links(page).stream().filter(link -> !visited.contains(link)).toList())
        .orElse(List.of(start));
  }

  private static int most(String kind) {
    if (kind.contains(" ")) {
      return VARIANTS_MAX;
    }
    return kind.equals("tree") ? FILES_MAX : KIND_MAX;
  }

  private static String boundedKind(URI url) {
    String kind = WebPage.word(url);
    if (url.getRawQuery() != null) {
      return kind + " with query";
    }
    // Commits have no other address.
    boolean isVariant = !kind.equals("commit") && COMMIT.matcher(url.getRawPath()).find();
    return isVariant ? kind + " by id" : kind;
  }

  private List<URI> visit(URI url, int expected) {
    HttpResponse<byte[]> answer = GitHttp.get(url.toString(), "Accept", "text/html");
    Optional<String> moved = answer.headers().firstValue("Location");
    if (answer.statusCode() == 301 && moved.isPresent()) {
      return own(url, moved.get()).stream().toList();
    }
    int status = answer.statusCode();
    boolean isLost =
        status == UNAVAILABLE && lost.filter(below -> url.toString().startsWith(below)).isPresent();
    findings.check(status == expected || isLost, Rule.STATUS, url, "status " + status);
    String type = answer.headers().firstValue("Content-Type").orElse("");
    findings.check(isLost || isTypeOf(url, type), Rule.TYPE, url, type);
    answer.headers().firstValue("ETag").ifPresent(tag -> again(url, tag));
    if ((status != expected && !isLost) || !type.startsWith("text/html")) {
      return List.of();
    }
    WebPage page = new WebPage(url, status, GitHttp.text(answer));
    pages.add(page);
    return links(page);
  }

  /** Facts may change between two requests, for example when a copy was looked at. */
  private void again(URI url, String tag) {
    String known = tag;
    HttpResponse<byte[]> answer = GitHttp.get(url.toString(), "If-None-Match", known);
    for (int changes = 0; changes < CHANGES_MAX && answer.statusCode() == 200; changes++) {
      String newer = answer.headers().firstValue("ETag").orElse(known);
      if (newer.equals(known)) {
        break;
      }
      known = newer;
      answer = GitHttp.get(url.toString(), "If-None-Match", known);
    }
    findings.check(answer.statusCode() == 304, Rule.ETAG, url, "status " + answer.statusCode());
  }

  private static boolean isTypeOf(URI url, String type) {
    return switch (WebPage.word(url)) {
      case "api" -> type.startsWith("application/json");
      case "assets" -> type.startsWith("text/css");
      case "favicon.svg" -> type.equals("image/svg+xml");
      case "feed", "feeds" -> type.startsWith("application/atom+xml");
      case "raw", "archive", "robots.txt", "sitemap.xml" -> !type.startsWith("text/html");
      default ->
          type.equals("text/html; charset=utf-8") || url.getRawPath().matches(".*\\.(diff|patch)");
    };
  }

  private List<URI> links(WebPage page) {
    List<URI> links = new ArrayList<>();
    try {
      for (Token token : HtmlTokens.ofDocument(page.html())) {
        if (token instanceof Token.Begin(_, var attributes) && attributes.containsKey("href")) {
          String target = attributes.get("href");
          findings.check(isAllowed(target), Rule.LINKS, page.url(), target);
          own(page.url(), target).ifPresent(links::add);
        }
      }
    } catch (AssertionError e) {
      findings.add(Rule.NESTING, page.url(), String.valueOf(e.getMessage()));
    }
    return links;
  }

  private static boolean isAllowed(String target) {
    return target.matches("(?s)(/(?![/\\\\])|#|https?://|nostr:).*");
  }

  private static Optional<URI> own(URI from, String target) {
    if (target.startsWith("#") || !isAllowed(target) || target.startsWith("nostr:")) {
      return Optional.empty();
    }
    // What strangers link to need not be a URL.
    String ours = from.getScheme() + "://" + from.getAuthority() + "/";
    return target.startsWith("/") || target.startsWith(ours)
        ? Optional.of(from.resolve(target.replaceFirst("#.*", "")))
        : Optional.empty();
  }
}
