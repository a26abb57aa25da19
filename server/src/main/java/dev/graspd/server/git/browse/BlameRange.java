package dev.graspd.server.git.browse;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import java.util.Optional;

/**
 * Lines of a file that one commit brought.
 *
 * @param first the first line, counted from 1
 * @param origin where they come from; empty if that was not found within the budget
 */
public record BlameRange(int first, int count, Optional<Origin> origin) {
  /**
   * A commit, and the lines in its version of the file.
   *
   * @param first the first line there, counted from 1
   * @param previous the file before that commit; empty if the commit added it
   */
  public record Origin(Oid commit, TreePath path, int first, Optional<Previous> previous) {}

  /** A version of a file. */
  public record Previous(Oid commit, TreePath path) {}

  /** Returns whether another range begins where this one ends, here and where both come from. */
  boolean isContinuedBy(BlameRange next) {
    return origin
        .map(from -> new Origin(from.commit, from.path, from.first + count, from.previous))
        .equals(next.origin);
  }
}
