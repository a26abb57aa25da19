package dev.graspd.server.git.browse;

import dev.graspd.core.tree.TreePath;
import java.io.IOException;
import org.eclipse.jgit.internal.storage.commitgraph.ChangedPathFilter;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.revwalk.TreeRevFilter;
import org.eclipse.jgit.revwalk.filter.RevFilter;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.AndTreeFilter;
import org.eclipse.jgit.treewalk.filter.TreeFilter;

/** Lets a walk see one path and what is below it. JGit's own filter takes text only. */
final class PathBytesFilter extends TreeFilter {
  private final byte[] path;

  PathBytesFilter(TreePath path) {
    this.path = path.bytes();
  }

  @Override
  public boolean include(TreeWalk walker) {
    return matchFilter(walker) <= 0;
  }

  @Override
  public int matchFilter(TreeWalk walker) {
    return walker.isPathMatch(path, path.length);
  }

  @Override
  public boolean shouldBeRecursive() {
    for (byte one : path) {
      if (one == '/') {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether the commit graph says that a path is the same in a commit and its first parent.
   * It knows that of most commits that it has; no means nothing.
   */
  static boolean isSurelyUnchanged(RevCommit commit, RevWalk walk, byte[] path) {
    ChangedPathFilter changed = commit.getChangedPathFilter(walk);
    return changed != null && commit.getParentCount() > 0 && !changed.maybeContains(path);
  }

  /** Returns a filter of the commits that change a path; of merges, those that no parent has. */
  static RevFilter changesOf(TreePath path, RevWalk walk) {
    return new Changes(
        path.bytes(),
        new TreeRevFilter(walk, AndTreeFilter.create(new PathBytesFilter(path), ANY_DIFF)));
  }

  /**
   * Asks the commit graph first. JGit does so too, but only after it has read the trees of a commit
   * and of its parent.
   */
  private static final class Changes extends RevFilter {
    private final byte[] path;
    private final RevFilter trees;

    Changes(byte[] path, RevFilter trees) {
      this.path = path;
      this.trees = trees;
    }

    @Override
    public boolean include(RevWalk walk, RevCommit commit) throws IOException {
      return !(commit.getParentCount() == 1 && isSurelyUnchanged(commit, walk, path))
          && trees.include(walk, commit);
    }

    @Override
    public boolean requiresCommitBody() {
      return false;
    }

    @Override
    public RevFilter clone() {
      return this;
    }
  }

  @Override
  public TreeFilter clone() {
    return this;
  }
}
