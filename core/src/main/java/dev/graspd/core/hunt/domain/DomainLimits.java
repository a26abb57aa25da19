package dev.graspd.core.hunt.domain;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The most requests to one domain; a request is one pass over a URL (purgatory.md, section 4.2).
 *
 * @param concurrent requests at a time
 * @param perMinute requests in any 60 seconds
 */
public record DomainLimits(int concurrent, int perMinute) {
  public static final DomainLimits DEFAULT = new DomainLimits(5, 30);

  /** The largest allowed value; each request of the last minute takes memory. */
  public static final int MAX = 10_000;

  /** {@code host:concurrent,perMinute}. */
  private static final Pattern OVERRIDE = Pattern.compile("(\\S+?):([0-9]{1,5}),([0-9]{1,5})");

  public DomainLimits {
    if (concurrent < 1 || concurrent > MAX || perMinute < 1 || perMinute > MAX) {
      throw new IllegalArgumentException("limits of a domain are 1 to " + MAX);
    }
  }

  /**
   * Parses overrides such as {@code github.com:10,60 [2001:db8::1]:2,10}, separated by blanks or
   * semicolons. A host has no port: its limits count for all ports. Empty if any part is invalid.
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

  /** Returns the more generous of both. */
  DomainLimits orMore(DomainLimits that) {
    return new DomainLimits(
        Math.max(concurrent, that.concurrent), Math.max(perMinute, that.perMinute));
  }

  private static boolean add(String text, SortedMap<Domain, DomainLimits> overrides) {
    Matcher parts = OVERRIDE.matcher(text);
    if (!parts.matches()) {
      return false;
    }
    int concurrent = Integer.parseInt(parts.group(2));
    int perMinute = Integer.parseInt(parts.group(3));
    if (concurrent < 1 || concurrent > MAX || perMinute < 1 || perMinute > MAX) {
      return false;
    }
    Optional<Domain> domain = domain(parts.group(1));
    domain.ifPresent(host -> overrides.put(host, new DomainLimits(concurrent, perMinute)));
    return domain.isPresent();
  }

  private static Optional<Domain> domain(String host) {
    boolean hasPort = host.lastIndexOf(':') > host.lastIndexOf(']');
    return hasPort
        ? Optional.empty()
        : CloneUrl.parse("http://" + host + "/x").map(CloneUrl::domain);
  }
}
