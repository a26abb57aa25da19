package dev.graspd.system.web;

import java.net.URI;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What is wrong with pages, by the rule that they violate. Thread-safe. */
final class Findings {
  /** A rule for pages. */
  enum Rule {
    /** It is answered by 200, or by a redirect to another page. */
    STATUS,
    /** It is HTML, or what its address says. */
    TYPE,
    /** A version that the reader has already is not sent again. */
    ETAG,
    /** The browser has nothing to repair. */
    NESTING,
    /** One h1, landmarks, a link past the navigation. */
    STRUCTURE,
    /** Links lead to pages, to the web or to Nostr. */
    LINKS,
    /** The browser has nothing to say: no message, no blocked style, no script, no dialog. */
    SILENCE,
    /** All requests go to this server, and are answered. */
    REQUESTS,
    /** No script and no handler of an event, and nothing of a stranger ran. */
    SCRIPTS,
    /** No sideways scrolling of the page on a phone. */
    WIDTH,
    /** WCAG 2.2 A and AA. */
    ACCESS,
    /** Without scripts the page is the same. */
    SAME_WITHOUT_SCRIPTS
  }

  private static final int TEXT_MAX = 1_500;

  private final Map<Rule, List<String>> found = new EnumMap<>(Rule.class);

  synchronized void add(Rule rule, URI page, String words) {
    String text = page + ": " + words;
    found
        .computeIfAbsent(rule, _ -> new ArrayList<>())
        .add(text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) + "…" : text);
  }

  void check(boolean holds, Rule rule, URI page, String otherwise) {
    if (!holds) {
      add(rule, page, otherwise);
    }
  }

  synchronized List<String> of(Rule... rules) {
    return List.of(rules).stream()
        .flatMap(rule -> found.getOrDefault(rule, List.of()).stream())
        .toList();
  }
}
