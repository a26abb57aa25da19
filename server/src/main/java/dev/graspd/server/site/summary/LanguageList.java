package dev.graspd.server.site.summary;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.text.highlight.Language;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** The languages of a repository, by the bytes of their files. */
final class LanguageList {
  /** Languages with a name of their own; the rest is one number. */
  private static final int NAMED_MAX = 6;

  private LanguageList() {}

  /** Returns an empty list for a repository without code. */
  static List<Node> of(SortedMap<Language, Long> bytes) {
    long all = bytes.values().stream().mapToLong(Long::longValue).sum();
    List<Map.Entry<Language, Long>> largest =
        bytes.entrySet().stream()
            .filter(one -> one.getValue() > 0)
            .sorted(
                Map.Entry.<Language, Long>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .toList();
    List<Node> items = new ArrayList<>();
    long named = 0;
    for (var one : largest.subList(0, Math.min(NAMED_MAX, largest.size()))) {
      named += one.getValue();
      items.add(item(one.getKey().title(), one.getValue(), all));
    }
    if (named < all) {
      items.add(item("Other", all - named, all));
    }
    return items.isEmpty() ? List.of() : List.of(classed(Tag.UL, "languages", items));
  }

  private static Node item(String name, long bytes, long all) {
    return element(Tag.LI, text(name + " "), classed(Tag.SPAN, "share", text(percent(bytes, all))));
  }

  /** Whole numbers alone, so that no rounding of fractions differs between machines. */
  static String percent(long bytes, long all) {
    long tenths = (bytes * 1_000 + all / 2) / all;
    return tenths == 0 ? "< 0.1 %" : tenths / 10 + "." + tenths % 10 + " %";
  }
}
