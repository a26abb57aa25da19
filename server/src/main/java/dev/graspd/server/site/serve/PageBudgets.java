package dev.graspd.server.site.serve;

import dev.graspd.server.git.browse.Budget;
import java.time.Duration;
import java.util.function.LongSupplier;

/** How much the parts of a page may cost. */
record PageBudgets(LongSupplier nanoTime) {
  /** {@code FILE_SHOWN}: a larger file is not shown. */
  static final int FILE_BYTES = 1 << 20;

  static final int FILE_LINES = 20_000;

  /** {@code TREE_PAGE}. */
  static final int TREE_ENTRIES = 1_000;

  static final int LOG_COMMITS = 50;
  private static final int ENTRIES_READ = 200_000;

  /** {@code REACH}. */
  Budget reach() {
    return new Budget(Duration.ofMillis(500), 200_000, nanoTime);
  }

  /** {@code LAST_COMMIT}. */
  Budget lastCommit() {
    return new Budget(Duration.ofMillis(50), 3_000, nanoTime);
  }

  /** {@code LOG_OFFSET} and {@code PATH_LOG}. */
  Budget log() {
    return new Budget(Duration.ofMillis(300), 100_000, nanoTime);
  }

  /** {@code DIFF_TIME}. */
  Budget diff() {
    return new Budget(Duration.ofSeconds(1), Long.MAX_VALUE, nanoTime);
  }

  /** {@code BLAME}. */
  Budget blame() {
    return new Budget(Duration.ofSeconds(3), Long.MAX_VALUE, nanoTime);
  }

  Budget tree() {
    return new Budget(Duration.ofSeconds(1), ENTRIES_READ, nanoTime);
  }
}
