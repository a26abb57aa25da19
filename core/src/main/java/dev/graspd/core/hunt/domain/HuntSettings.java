package dev.graspd.core.hunt.domain;

import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The operator's settings for the hunt.
 *
 * @param limits of every domain ({@code NGIT_SYNC_DOMAIN_CONCURRENT}, {@code
 *     NGIT_SYNC_DOMAIN_RATE_LIMIT})
 * @param overrides of single domains ({@code NGIT_SYNC_DOMAIN_OVERRIDES})
 * @param fetchesMax passes at a time, over all domains ({@code NGIT_SYNC_MAX_FETCHES})
 * @param reserved passes that only proven hosts, or only held events, may use ({@code
 *     NGIT_SYNC_RESERVED_FETCHES})
 * @param naughty how long we avoid a hopeless host ({@code NGIT_NAUGHTY_LIST_EXPIRATION_HOURS})
 */
public record HuntSettings(
    DomainLimits limits,
    SortedMap<Domain, DomainLimits> overrides,
    int fetchesMax,
    int reserved,
    Duration naughty) {
  public static final HuntSettings DEFAULT =
      new HuntSettings(
          DomainLimits.DEFAULT, Collections.emptySortedMap(), 32, Duration.ofHours(12));

  /** Settings with a quarter of all passes reserved. */
  public HuntSettings(
      DomainLimits limits,
      SortedMap<Domain, DomainLimits> overrides,
      int fetchesMax,
      Duration naughty) {
    this(limits, overrides, fetchesMax, fetchesMax / 4, naughty);
  }

  public HuntSettings {
    if (fetchesMax < 1) {
      throw new IllegalArgumentException("at least one pass at a time");
    }
    overrides = Collections.unmodifiableSortedMap(new TreeMap<>(overrides));
  }

  DomainLimits limitsOf(Domain domain) {
    return overrides.getOrDefault(domain, limits);
  }

  /** Comparisons leave some passes to held events. */
  public int comparisonsMax() {
    return Math.max(1, fetchesMax - reserved);
  }

  /** Unproven hosts leave some passes to hosts that have delivered before. */
  public int unprovenMax() {
    return Math.max(1, fetchesMax - reserved);
  }

  /**
   * Passes at a time over URLs that only pull requests name: half of all. Anybody may name slow
   * URLs, and they must not block others.
   */
  public int offeredMax() {
    return Math.max(1, fetchesMax / 2);
  }

  /** Families in an attempt at a time; twice the passes, so that no slot idles during lookups. */
  public int attemptsMax() {
    return 2 * fetchesMax;
  }
}
