package dev.graspd.system.web;

import dev.graspd.testkit.browser.HtmlTokens;
import dev.graspd.testkit.browser.HtmlTokens.Token;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Chooses pages so that each kind and each part of a page is among them, and few large ones. */
final class Sample {
  /** Characters without a space, which a phone has no room for. */
  private static final Pattern LONG_WORD = Pattern.compile("\\S{40}");

  /**
   * What a page has to show.
   *
   * @param parts its kind, and its elements with their classes
   * @param elements how many there are: a check of a page takes as long as it has elements
   */
  private record Candidate(WebPage page, Set<String> parts, int elements) {
    double worth(Set<String> covered) {
      return (double) parts.stream().filter(part -> !covered.contains(part)).count() / elements;
    }
  }

  private Sample() {}

  /** Returns pages that have together what all pages have; the same ones for the same pages. */
  static Set<WebPage> of(List<WebPage> pages) {
    return of(pages, Sample::candidate);
  }

  /** Returns more: also each part beside each other one, and with a long word in it. */
  static Set<WebPage> ofNeighbours(List<WebPage> pages) {
    return of(pages, Sample::inDetail);
  }

  private static Set<WebPage> of(List<WebPage> pages, Function<WebPage, Candidate> reader) {
    List<Candidate> left = new ArrayList<>(pages.stream().map(reader).toList());
    Set<WebPage> chosen = new LinkedHashSet<>();
    Set<String> covered = new HashSet<>();
    while (true) {
      left.removeIf(one -> covered.containsAll(one.parts));
      if (left.isEmpty()) {
        return chosen;
      }
      Candidate best =
          left.stream().max(Comparator.comparingDouble(one -> one.worth(covered))).orElseThrow();
      chosen.add(best.page);
      covered.addAll(best.parts);
    }
  }

  private static Candidate candidate(WebPage page) {
    Set<String> parts = new TreeSet<>(Set.of("kind " + page.kind()));
    int elements = 1;
    try {
      for (Token token : HtmlTokens.ofDocument(page.html())) {
        if (token instanceof Token.Begin(var name, var attributes)) {
          parts.add(name + "." + attributes.getOrDefault("class", ""));
          elements++;
        }
      }
    } catch (AssertionError _) {
      // Nobody knows what a browser makes of it.
      parts.add("faults of " + page.url());
    }
    return new Candidate(page, parts, elements);
  }

  private static Candidate inDetail(WebPage page) {
    Candidate rough = candidate(page);
    Set<String> parts = new TreeSet<>(rough.parts);
    try {
      String last = "";
      for (Token token : HtmlTokens.ofDocument(page.html())) {
        switch (token) {
          case Token.Begin(var name, var attributes) -> {
            String part = name + "." + attributes.getOrDefault("class", "");
            parts.add(last + " " + part);
            last = part;
          }
          case Token.Text(var text) when LONG_WORD.matcher(text).find() ->
              parts.add("long word after " + last);
          default -> {}
        }
      }
    } catch (AssertionError _) {
      // It is chosen for its faults.
    }
    return new Candidate(page, parts, rough.elements);
  }
}
