package dev.graspd.server.git.ingest.budget;

import java.time.Duration;

/**
 * The share of one check of a pack in the resources of all checks.
 *
 * @param historyLooks objects to visit in the search for the objects that a pack builds on; each
 *     takes about 50 bytes of memory
 * @param memoryWait the longest wait for memory; after it, the client should try again
 * @param searchWait the longest wait for a search in a whole history, likewise
 */
public record CheckLimits(int historyLooks, Duration memoryWait, Duration searchWait) {
  public static final int HISTORY_LOOKS = 1_000_000;

  /** The defaults, beside the settings of the operator. */
  public static final CheckLimits DEFAULT =
      new CheckLimits(HISTORY_LOOKS, Duration.ofSeconds(60), Duration.ofSeconds(15));
}
