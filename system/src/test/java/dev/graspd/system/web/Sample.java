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

/** Chooses pages so that each kind and each part of a page is among them, and few large ones. */
final class Sample {
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
    List<Candidate> left = new ArrayList<>(pages.stream().map(Sample::candidate).toList());
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
}
