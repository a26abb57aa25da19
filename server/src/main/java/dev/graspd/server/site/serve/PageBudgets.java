package dev.graspd.server.site.serve;

import dev.graspd.server.git.browse.Budget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** How much the parts of one page may cost. For one thread. */
final class PageBudgets {
  /** {@code FILE_SHOWN}: a larger file is not shown. */
  static final int FILE_BYTES = 1 << 20;

  static final int FILE_LINES = 20_000;

  /** {@code TREE_PAGE}. */
  static final int TREE_ENTRIES = 1_000;

  static final int LOG_COMMITS = 50;

  /** Commits that a search shows. */
  static final int SEARCH_COMMITS = 100;

  /** Commits between two revisions that are shown. */
  static final int COMPARE_COMMITS = 50;

  /** {@code CODE_SEARCH}. */
  static final long CODE_SEARCH_BYTES = 64L << 20;

  /** {@code RAW}: a larger file is not sent alone. */
  static final long RAW_BYTES = 100L << 20;

  private static final long DOWNLOAD_BYTES = 1L << 30;
  private static final int ENTRIES_READ = 200_000;

  private final LongSupplier nanoTime;
  private final List<Budget> given = new ArrayList<>();

  PageBudgets(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Returns whether some part of the page is shorter because of its budget. */
  boolean isAnyUsedUp() {
    return given.stream().anyMatch(Budget::isUsedUp);
  }

  private Budget budget(Duration time, long steps) {
    Budget budget = new Budget(time, steps, nanoTime);
    given.add(budget);
    return budget;
  }

  /** {@code REACH}. */
  Budget reach() {
    return budget(Duration.ofMillis(500), 200_000);
  }

  /** {@code LAST_COMMIT}. */
  Budget lastCommit() {
    return budget(Duration.ofMillis(50), 3_000);
  }

  /** {@code LOG_OFFSET} and {@code PATH_LOG}. */
  Budget log() {
    return budget(Duration.ofMillis(300), 100_000);
  }

  /** {@code DIFF_TIME}. */
  Budget diff() {
    return budget(Duration.ofSeconds(1), Long.MAX_VALUE);
  }

  /** {@code BLAME}. */
  Budget blame() {
    return budget(Duration.ofSeconds(3), Long.MAX_VALUE);
  }

  /** {@code CODE_SEARCH}; a step for each byte. */
  Budget codeSearch() {
    return budget(Duration.ofSeconds(1), CODE_SEARCH_BYTES);
  }

  /** {@code LOG} of a search in messages and authors. */
  Budget logSearch() {
    return budget(Duration.ofMillis(300), 100_000);
  }

  /** {@code PATCH_TIME}: a document is whole, so it has more time than a page. */
  Budget patch() {
    return budget(Duration.ofSeconds(5), Long.MAX_VALUE);
  }

  /** {@code REFS}: what a list of branches or tags tells of each. */
  Budget refs() {
    return budget(Duration.ofMillis(300), 100_000);
  }

  Budget tree() {
    return budget(Duration.ofSeconds(1), ENTRIES_READ);
  }

  /** {@code DOWNLOAD}: bytes of content. */
  Budget download() {
    return budget(Duration.ofMinutes(5), DOWNLOAD_BYTES);
  }
}
