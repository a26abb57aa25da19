package dev.graspd.core.hunt;

import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What operators may set for the hunt.
 *
 * @param limits of every domain ({@code NGIT_SYNC_DOMAIN_CONCURRENT}, {@code
 *     NGIT_SYNC_DOMAIN_RATE_LIMIT})
 * @param overrides of single domains ({@code NGIT_SYNC_DOMAIN_OVERRIDES})
 * @param fetchesMax passes at a time, over all domains ({@code NGIT_SYNC_MAX_FETCHES})
 * @param reserved of these, for hosts that something came from before, and for what events wait for
 *     ({@code NGIT_SYNC_RESERVED_FETCHES})
 * @param naughty how long a hopeless host is left alone ({@code
 *     NGIT_NAUGHTY_LIST_EXPIRATION_HOURS})
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

  /** Some of all passes are left to what events wait for. */
  int comparisonsMax() {
    return Math.max(1, fetchesMax - reserved);
  }

  /** Some of all passes are left to hosts that something came from before. */
  int unprovenMax() {
    return Math.max(1, fetchesMax - reserved);
  }

  /**
   * Passes at a time over places that only pull requests name: half of all. Anybody may name slow
   * ones, and they must not keep others waiting.
   */
  int offeredMax() {
    return Math.max(1, fetchesMax / 2);
  }

  /** Families in an attempt at a time; twice the passes, so that none idles for want of a look. */
  int attemptsMax() {
    return 2 * fetchesMax;
  }
}
