package dev.graspd.system.operator;

import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a PromQL query asks for: metrics, each with the labels by which it is selected, and the
 * labels by which results are grouped. Reads as much of the language as our boards use.
 */
record PromQuery(SortedMap<String, SortedSet<String>> metrics, SortedSet<String> groups) {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s+|(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)|(?<selector>\\{[^}]*})|(?<range>\\[[^]]*])"
              + "|(?<number>[0-9.]+)|(?<sign>==|!=|>=|<=|[-+*/<>(),])");
  private static final Pattern MATCHER = Pattern.compile("([a-zA-Z_]\\w*)\\s*(=~|!~|!=|=)\\s*\"");
  private static final Pattern GROUPS = Pattern.compile("\\b(?:by|without)\\s*\\(([^)]*)\\)");
  private static final Set<String> WORDS = Set.of("and", "or", "unless", "by", "without");

  /** Reads a query; text that it cannot read is an {@link AssertionError}. */
  static PromQuery parse(String query) {
    SortedSet<String> groups = new TreeSet<>();
    Matcher by = GROUPS.matcher(query);
    while (by.find()) {
      groups.addAll(Set.of(by.group(1).split("\\s*,\\s*")));
    }
    String rest = GROUPS.matcher(query).replaceAll(" ");
    return new PromQuery(metrics(rest), groups);
  }

  private static SortedMap<String, SortedSet<String>> metrics(String text) {
    SortedMap<String, SortedSet<String>> metrics = new TreeMap<>();
    Matcher token = TOKEN.matcher(text);
    String last = "";
    int at = 0;
    while (at < text.length()) {
      if (!token.find(at) || token.start() != at) {
        throw new AssertionError("cannot read '" + text.substring(at) + "' of " + text);
      }
      at = token.end();
      String name = token.group("name");
      String selector = token.group("selector");
      if (name != null && !WORDS.contains(name) && !isCall(text, at)) {
        metrics.putIfAbsent(name, new TreeSet<>());
        last = name;
      } else if (selector != null) {
        labels(selector, metrics.getOrDefault(last, new TreeSet<>()));
      }
    }
    return metrics;
  }

  private static boolean isCall(String text, int at) {
    return text.substring(at).stripLeading().startsWith("(");
  }

  private static void labels(String selector, SortedSet<String> labels) {
    Matcher matcher = MATCHER.matcher(selector);
    while (matcher.find()) {
      labels.add(matcher.group(1));
    }
  }
}
