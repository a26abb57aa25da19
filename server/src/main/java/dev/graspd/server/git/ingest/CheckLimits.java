package dev.graspd.server.git.ingest;

import java.time.Duration;

/**
 * What the check of a pack may take of what all checks share.
 *
 * @param historyLooks objects that are visited to learn whether served refs lead to what a pack
 *     builds on; each takes about 50 bytes of memory
 * @param memoryWait the longest wait for memory: after it the client is told to try again
 * @param searchWait the longest wait for a search in a whole history, likewise
 */
public record CheckLimits(int historyLooks, Duration memoryWait, Duration searchWait) {
  /** Objects that are visited for one pack, usually. */
  public static final int HISTORY_LOOKS = 1_000_000;

  /** What is in force, beside what the operator sets. */
  public static final CheckLimits DEFAULT =
      new CheckLimits(HISTORY_LOOKS, Duration.ofSeconds(60), Duration.ofSeconds(15));
}
