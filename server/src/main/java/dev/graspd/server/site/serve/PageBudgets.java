package dev.graspd.server.site.serve;

import dev.graspd.server.git.browse.QuestionBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** How much the parts of one page may cost. For one thread. */
public final class PageBudgets {
  /** {@code FILE_SHOWN}: a larger file is not shown. */
  public static final int FILE_BYTES = 1 << 20;

  public static final int FILE_LINES = 20_000;

  /** {@code TREE_PAGE}. */
  public static final int TREE_ENTRIES = 1_000;

  public static final int LOG_COMMITS = 50;

  /** Commits that a search shows. */
  public static final int SEARCH_COMMITS = 100;

  /** Commits between two revisions that are shown. */
  public static final int COMPARE_COMMITS = 50;

  /** {@code CODE_SEARCH}. */
  public static final long CODE_SEARCH_BYTES = 64L << 20;

  /** {@code RAW}: a larger file is not sent alone. */
  public static final long RAW_BYTES = 100L << 20;

  private static final long DOWNLOAD_BYTES = 1L << 30;

  /** Commits that a search for the last commits of a directory looks at. */
  public static final int LAST_COMMITS_READ = 3_000;

  public static final int LOG_COMMITS_READ = 100_000;
  public static final int DIFF_MILLIS = 1_000;
  public static final int BLAME_MILLIS = 3_000;
  public static final int ENTRIES_READ = 200_000;

  /** Files whose sizes are added up by language. */
  public static final int LANGUAGE_FILES = 10_000;

  /** Names of directories that are joined to one in a listing. */
  public static final int NAMES_JOINED = 16;

  /** Directories that are read for one listing to join those with one entry. */
  public static final int TREES_JOINED = 2_000;

  private final LongSupplier nanoTime;
  private final List<QuestionBudget> given = new ArrayList<>();

  public PageBudgets(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Returns whether some part of the page is shorter because of its budget. */
  public boolean isAnyUsedUp() {
    return given.stream().anyMatch(QuestionBudget::isUsedUp);
  }

  private QuestionBudget budget(Duration time, long steps) {
    QuestionBudget budget = new QuestionBudget(time, steps, nanoTime);
    given.add(budget);
    return budget;
  }

  /** {@code REACH}. */
  public QuestionBudget reach() {
    return budget(Duration.ofMillis(500), 200_000);
  }

  /** {@code LAST_COMMIT}. */
  public QuestionBudget lastCommit() {
    return budget(Duration.ofMillis(50), LAST_COMMITS_READ);
  }

  /**
   * {@code LANGUAGES}; the number of files is a bound of its own, which equal facts reach alike.
   */
  public QuestionBudget languages() {
    return budget(Duration.ofMillis(400), Long.MAX_VALUE);
  }

  /** {@code LOG_OFFSET} and {@code PATH_LOG}. */
  public QuestionBudget log() {
    return budget(Duration.ofMillis(300), LOG_COMMITS_READ);
  }

  /** {@code DIFF_TIME}. */
  public QuestionBudget diff() {
    return budget(Duration.ofMillis(DIFF_MILLIS), Long.MAX_VALUE);
  }

  /** {@code BLAME}. */
  public QuestionBudget blame() {
    return budget(Duration.ofMillis(BLAME_MILLIS), Long.MAX_VALUE);
  }

  /** {@code CODE_SEARCH}; a step for each byte. */
  public QuestionBudget codeSearch() {
    return budget(Duration.ofSeconds(1), CODE_SEARCH_BYTES);
  }

  /** {@code LOG} of a search in messages and authors. */
  public QuestionBudget logSearch() {
    return budget(Duration.ofMillis(300), 100_000);
  }

  /** {@code PATCH_TIME}: a document is whole, so it has more time than a page. */
  public QuestionBudget patch() {
    return budget(Duration.ofSeconds(5), Long.MAX_VALUE);
  }

  /** {@code REFS}: what a list of branches or tags tells of each. */
  public QuestionBudget refs() {
    return budget(Duration.ofMillis(300), 100_000);
  }

  public QuestionBudget tree() {
    return budget(Duration.ofSeconds(1), ENTRIES_READ);
  }

  /** {@code DOWNLOAD}: bytes of content. */
  public QuestionBudget download() {
    return budget(Duration.ofMinutes(5), DOWNLOAD_BYTES);
  }
}
