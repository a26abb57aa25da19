package dev.graspd.server.hunt.git;

import java.time.Duration;

/**
 * The limits for a remote repository, beside time.
 *
 * @param advertisementBytes of an answer that lists capabilities or refs
 * @param refs in memory at a time, over all open repositories
 * @param wants of one request; the rest waits for another
 * @param haves of one request; more would only save traffic
 * @param preambleLines before a pack
 * @param advertisementTime for all answers until the refs are known
 */
public record GitLimits(
    int advertisementBytes,
    int refs,
    int wants,
    int haves,
    int preambleLines,
    Duration advertisementTime) {
  /** The default limits; a request stays below a mebibyte. */
  public static final GitLimits DEFAULT =
      new GitLimits(10 << 20, 200_000, 10_000, 5_000, 20_000, Duration.ofSeconds(60));

  /** Returns the same with another time for advertisements. */
  public GitLimits withAdvertisementTime(Duration time) {
    return new GitLimits(advertisementBytes, refs, wants, haves, preambleLines, time);
  }
}
