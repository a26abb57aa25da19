package dev.graspd.server.git.browse.history;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.QuestionBudget;
import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.revwalk.RevWalk;

/**
 * The common history of two commits, and the commits that only one of them has.
 *
 * @param bases the newest commits that both reach, newest first; none without a common commit
 * @param ahead commits that only the second reaches, newest first and children before parents
 * @param behind how many commits only the first reaches
 */
public record CommonHistory(List<Oid> bases, List<Oid> ahead, int behind) {
  public CommonHistory {
    bases = List.copyOf(bases);
    ahead = List.copyOf(ahead);
  }

  /** Compares the histories of two commits; each commit that is visited is a step. */
  public static Outcome<CommonHistory> of(
      CodeReader code, Oid first, Oid second, QuestionBudget budget) throws IOException {
    try (RevWalk walk = new RevWalk(code.objects())) {
      walk.setRetainBody(false);
      Painting painting = new Painting(walk);
      painting.start(walk.parseCommit(JgitIds.of(first)), Painting.FIRST);
      painting.start(walk.parseCommit(JgitIds.of(second)), Painting.SECOND);
      if (!painting.paint(budget)) {
        return new Outcome.TooMuch<>();
      }
      return new Outcome.Found<>(
          new CommonHistory(
              painting.bases(),
              painting.inOrder(painting.only(Painting.SECOND)),
              painting.only(Painting.FIRST).size()));
    }
  }
}
