package dev.graspd.server.git.browse.history;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.DiffLimits;
import dev.graspd.server.git.browse.Diffs;
import dev.graspd.server.git.browse.FileChange;
import dev.graspd.server.git.browse.LogPage;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.QuestionBudget;
import dev.graspd.server.git.browse.Revision;
import dev.graspd.server.git.browse.TreeEntry;
import dev.graspd.server.git.browse.TreeFinder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.internal.storage.commitgraph.ChangedPathFilter;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevSort;
import org.eclipse.jgit.revwalk.RevWalk;

/**
 * The log of one file under all its names: where a commit gave the file its name, the log goes on
 * with the name before. As git's {@code --follow}, it leaves out merges. For one thread.
 */
public final class FollowedLog {
  private final CodeReader code;
  private final RevWalk walk;
  private final QuestionBudget budget;
  private TreePath path;

  private FollowedLog(CodeReader code, RevWalk walk, QuestionBudget budget, TreePath path) {
    this.code = code;
    this.walk = walk;
    this.budget = budget;
    this.path = path;
  }

  /** Returns commits that changed a file, newest first. */
  public static LogPage of(
      CodeReader code, Oid from, TreePath path, int skipped, int max, QuestionBudget budget)
      throws IOException {
    try (RevWalk walk = new RevWalk(code.objects())) {
      walk.setRetainBody(false);
      walk.sort(RevSort.COMMIT_TIME_DESC);
      walk.markStart(walk.parseCommit(JgitIds.of(from)));
      return new FollowedLog(code, walk, budget, path).page(skipped, max);
    }
  }

  private LogPage page(int skipped, int max) throws IOException {
    List<CommitFacts> page = new ArrayList<>();
    int seen = 0;
    for (RevCommit commit = walk.next(); commit != null; commit = walk.next()) {
      if (!budget.step()) {
        return new LogPage(page, false, true);
      }
      if (!changes(commit)) {
        continue;
      }
      if (page.size() == max) {
        return new LogPage(page, false, false);
      }
      if (seen++ >= skipped) {
        page.add(code.commit(JgitIds.oid(commit)));
      }
      before(commit).ifPresent(side -> path = side.path());
    }
    return new LogPage(page, true, false);
  }

  private boolean changes(RevCommit commit) throws IOException {
    ChangedPathFilter changed = commit.getChangedPathFilter(walk);
    boolean isElsewhere = changed != null && !changed.maybeContains(path.bytes());
    if (commit.getParentCount() > 1 || isElsewhere) {
      return false;
    }
    Optional<RevCommit> parent = parent(commit);
    Optional<TreeEntry> older = parent.isEmpty() ? Optional.empty() : entry(parent.get());
    return !entry(commit).equals(older);
  }

  private Optional<RevCommit> parent(RevCommit commit) throws IOException {
    if (commit.getParentCount() == 0) {
      return Optional.empty();
    }
    walk.parseHeaders(commit.getParent(0));
    return Optional.of(commit.getParent(0));
  }

  private Optional<TreeEntry> entry(RevCommit commit) throws IOException {
    Revision.Target tree =
        new Revision.Target(Revision.Kind.TREE, new Oid(commit.getTree().name()));
    return new TreeFinder(code.objects()).find(tree, path)
            instanceof Outcome.Found<TreeFinder.Spot>(TreeFinder.Spot.OfEntry(var entry))
        ? Optional.of(entry)
        : Optional.empty();
  }

  /** The file under its name before, if the commit renamed it. */
  private Optional<FileChange.Side> before(RevCommit commit) throws IOException {
    Optional<RevCommit> parent = parent(commit);
    boolean isAdded =
        parent.isPresent() && entry(commit).isPresent() && entry(parent.get()).isEmpty();
    return isAdded
        ? new Diffs(code.objects(), DiffLimits.DEFAULT)
            .renameTo(parent.get().getTree(), commit.getTree(), path, budget)
        : Optional.empty();
  }
}
