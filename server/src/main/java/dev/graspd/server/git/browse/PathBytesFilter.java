package dev.graspd.server.git.browse;

import dev.graspd.core.tree.TreePath;
import org.eclipse.jgit.internal.storage.commitgraph.ChangedPathFilter;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.jspecify.annotations.Nullable;

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

  /** Asks the filter of changed paths in the commit-graph, which may say no at once. */
  @Override
  public boolean shouldTreeWalk(RevCommit commit, RevWalk walk, @Nullable MutableBoolean isAsked) {
    ChangedPathFilter changed = commit.getChangedPathFilter(walk);
    return changed == null || changed.maybeContains(path);
  }

  @Override
  public TreeFilter clone() {
    return this;
  }
}
