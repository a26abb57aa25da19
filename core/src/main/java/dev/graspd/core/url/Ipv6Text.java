package dev.graspd.core.url;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The one shortest text of an IPv6 address (RFC 5952), so that one address has one spelling. */
final class Ipv6Text {
  private static final int GROUPS = 8;

  private Ipv6Text() {}

  /**
   * Rewrites an address in lower case that is known to be well-formed; empty if it has a zone,
   * which means something on one machine only.
   */
  static Optional<String> shortest(String address) {
    if (address.contains("%")) {
      return Optional.empty();
    }
    String[] halves = address.split("::", 2);
    List<Integer> groups = new ArrayList<>(groups(halves[0]));
    if (halves.length == 2) {
      List<Integer> tail = groups(halves[1]);
      while (groups.size() + tail.size() < GROUPS) {
        groups.add(0);
      }
      groups.addAll(tail);
    }
    return groups.size() == GROUPS ? Optional.of(written(groups)) : Optional.empty();
  }

  private static List<Integer> groups(String half) {
    List<Integer> groups = new ArrayList<>();
    if (half.isEmpty()) {
      return groups;
    }
    for (String group : half.split(":", -1)) {
      if (group.contains(".")) {
        String[] bytes = group.split("\\.", -1);
        groups.add(Integer.parseInt(bytes[0]) << 8 | Integer.parseInt(bytes[1]));
        groups.add(Integer.parseInt(bytes[2]) << 8 | Integer.parseInt(bytes[3]));
      } else {
        groups.add(Integer.parseInt(group, 16));
      }
    }
    return groups;
  }

  private static String written(List<Integer> groups) {
    int gap = 0;
    int gapLength = 0;
    for (int i = 0; i < GROUPS; i++) {
      int zeros = zerosAt(groups, i);
      if (zeros > gapLength) {
        gap = i;
        gapLength = zeros;
      }
    }
    if (gapLength < 2) {
      return hex(groups);
    }
    return hex(groups.subList(0, gap)) + "::" + hex(groups.subList(gap + gapLength, GROUPS));
  }

  private static int zerosAt(List<Integer> groups, int start) {
    int end = start;
    while (end < GROUPS && groups.get(end) == 0) {
      end++;
    }
    return end - start;
  }

  private static String hex(List<Integer> groups) {
    return String.join(":", groups.stream().map(Integer::toHexString).toList());
  }
}
