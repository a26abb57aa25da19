package dev.graspd.server.site.text;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Orders names of tags as versions: numbers by their value, and a version after what leads to it
 * ({@code 1.0-rc1} before {@code 1.0}). Pure.
 */
public final class VersionOrder implements Comparator<String> {
  public static final VersionOrder OLDEST_FIRST = new VersionOrder();

  private static final Pattern PART = Pattern.compile("[0-9]+|[^0-9]+");

  /** What comes before a version, in the order in which it usually comes. */
  private static final Pattern BEFORE =
      Pattern.compile("[-._]?(dev|snapshot|alpha|a|beta|b|pre|preview|rc|m)[-._]?");

  private VersionOrder() {}

  @Override
  public int compare(String one, String other) {
    List<String> left = parts(one);
    List<String> right = parts(other);
    for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
      int order = compareParts(part(left, i), part(right, i));
      if (order != 0) {
        return order;
      }
    }
    return one.compareTo(other);
  }

  private static List<String> parts(String name) {
    List<String> parts = new ArrayList<>();
    for (Matcher part = PART.matcher(name); part.find(); ) {
      parts.add(part.group());
    }
    return parts;
  }

  private static String part(List<String> parts, int at) {
    return at < parts.size() ? parts.get(at) : "";
  }

  private static int compareParts(String one, String other) {
    if (isNumber(one) && isNumber(other)) {
      return new BigInteger(one).compareTo(new BigInteger(other));
    }
    int rank = Integer.compare(rank(one), rank(other));
    return rank != 0 ? rank : one.compareTo(other);
  }

  private static boolean isNumber(String part) {
    return !part.isEmpty() && Character.isDigit(part.charAt(0));
  }

  /**
   * A part that leads to a version is older than its end, and the end is older than a part that
   * goes on.
   */
  private static int rank(String part) {
    if (part.isEmpty()) {
      return 1;
    }
    return BEFORE.matcher(part.toLowerCase(java.util.Locale.ROOT)).matches() ? 0 : 2;
  }
}
