package dev.graspd.core.hunt;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What we ask of one domain at most; a request is one pass over a URL (purgatory.md, section 4.2).
 *
 * @param concurrent requests at a time
 * @param perMinute requests in any 60 seconds
 */
public record DomainLimits(int concurrent, int perMinute) {
  public static final DomainLimits DEFAULT = new DomainLimits(5, 30);

  /** Most of either; each remembered request of the last minute takes memory. */
  public static final int MAX = 10_000;

  /** {@code host[:port]:concurrent,perMinute}. */
  private static final Pattern OVERRIDE =
      Pattern.compile("(\\S+?)(?::([0-9]{1,5}))?:([0-9]{1,5}),([0-9]{1,5})");

  private static final int[] STANDARD_PORTS = {80, 443};

  public DomainLimits {
    if (concurrent < 1 || concurrent > MAX || perMinute < 1 || perMinute > MAX) {
      throw new IllegalArgumentException("limits of a domain are 1 to " + MAX);
    }
  }

  /**
   * Parses overrides such as {@code github.com:10,60 git.example:8080:2,10}, separated by blanks or
   * semicolons; one without a port is for http and https. Empty if any of them is none.
   */
  public static Optional<SortedMap<Domain, DomainLimits>> parseOverrides(String text) {
    SortedMap<Domain, DomainLimits> overrides = new TreeMap<>();
    for (String one : text.strip().split("[\\s;]+", -1)) {
      if (!one.isEmpty() && !add(one, overrides)) {
        return Optional.empty();
      }
    }
    return Optional.of(Collections.unmodifiableSortedMap(overrides));
  }

  private static boolean add(String text, SortedMap<Domain, DomainLimits> overrides) {
    Matcher parts = OVERRIDE.matcher(text);
    if (!parts.matches()) {
      return false;
    }
    int concurrent = Integer.parseInt(parts.group(3));
    int perMinute = Integer.parseInt(parts.group(4));
    if (concurrent < 1 || concurrent > MAX || perMinute < 1 || perMinute > MAX) {
      return false;
    }
    String port = parts.group(2);
    int[] ports = port == null ? STANDARD_PORTS : new int[] {Integer.parseInt(port)};
    for (int each : ports) {
      Optional<CloneUrl> url = CloneUrl.parse("http://" + parts.group(1) + ":" + each + "/x");
      if (url.isEmpty() || !url.get().domain().text().endsWith(":" + each)) {
        return false;
      }
      overrides.put(url.get().domain(), new DomainLimits(concurrent, perMinute));
    }
    return true;
  }
}
