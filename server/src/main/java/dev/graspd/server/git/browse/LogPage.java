package dev.graspd.server.git.browse;

import java.util.List;

/**
 * Some commits of a log.
 *
 * @param isLast whether no older commits are left
 * @param isCut whether the budget ended first; the commits so far are right
 * @param passed how many commits the walk has passed when it was cut; 0 if a later one cannot go on
 *     from there
 */
public record LogPage(List<CommitFacts> commits, boolean isLast, boolean isCut, int passed) {
  public LogPage {
    commits = List.copyOf(commits);
  }

  public LogPage(List<CommitFacts> commits, boolean isLast, boolean isCut) {
    this(commits, isLast, isCut, 0);
  }

  /**
   * Where a page begins.
   *
   * @param passed commits that earlier walks have passed: they cost a step each, but none of their
   *     trees is read
   * @param skipped commits behind them that pages before have shown
   */
  public record Start(int passed, int skipped) {}
}
