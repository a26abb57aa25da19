package dev.graspd.server.git.browse.search;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.Commits;
import dev.graspd.server.git.browse.QuestionBudget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevSort;
import org.eclipse.jgit.revwalk.RevWalk;

/**
 * Commits that have a text.
 *
 * @param matches newest first
 * @param searched how many commits were read
 * @param oldest the last commit that was read
 * @param isCut whether older commits are left
 */
public record LogSearch(
    List<CommitFacts> matches, int searched, Optional<CommitFacts> oldest, boolean isCut) {
  /** The part of a commit that is searched. */
  public enum Part {
    MESSAGE,
    AUTHOR
  }

  public LogSearch {
    matches = List.copyOf(matches);
  }

  /** Searches the commits that lead to a commit; upper and lower case count as equal. */
  public static LogSearch of(
      CodeReader code, Oid from, Part part, String text, int max, QuestionBudget budget)
      throws IOException {
    String wanted = text.toLowerCase(Locale.ROOT);
    List<CommitFacts> matches = new ArrayList<>();
    try (RevWalk walk = new RevWalk(code.objects())) {
      walk.setRetainBody(false);
      walk.sort(RevSort.COMMIT_TIME_DESC);
      walk.markStart(walk.parseCommit(JgitIds.of(from)));
      Optional<CommitFacts> oldest = Optional.empty();
      int searched = 0;
      for (RevCommit commit = walk.next(); commit != null; commit = walk.next()) {
        if (matches.size() == max || !budget.step()) {
          return new LogSearch(matches, searched, oldest, true);
        }
        walk.parseBody(commit);
        CommitFacts facts = Commits.facts(commit);
        commit.disposeBody();
        searched++;
        oldest = Optional.of(facts);
        if (has(facts, part, wanted)) {
          matches.add(facts);
        }
      }
      return new LogSearch(matches, searched, oldest, false);
    }
  }

  private static boolean has(CommitFacts commit, Part part, String wanted) {
    String searched =
        switch (part) {
          case MESSAGE -> commit.message();
          case AUTHOR -> commit.author().name() + " <" + commit.author().email() + ">";
        };
    return searched.toLowerCase(Locale.ROOT).contains(wanted);
  }
}
