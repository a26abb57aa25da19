package dev.graspd.server.git.browse;

import java.util.List;

/**
 * Some commits of a log.
 *
 * @param isLast whether no older commits are left
 * @param isCut whether the budget ended first; the commits so far are right
 */
public record LogPage(List<CommitFacts> commits, boolean isLast, boolean isCut) {
  public LogPage {
    commits = List.copyOf(commits);
  }
}
