package dev.graspd.server.site.cache;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.site.text.highlight.Language;

/** All that an answer about code depends on; none depends on a repository, a ref or the time. */
sealed interface Question {
  record Commit(Oid commit) implements Question {}

  /** History counts: the same directory has other last commits on another branch. */
  record LastCommits(Oid commit, TreePath directory) implements Question {}

  record LastCommit(Oid commit, TreePath entry) implements Question {}

  record Blame(Oid commit, TreePath file) implements Question {}

  /** A file of the same content may have another name elsewhere, which tells its language. */
  record Colours(Oid file, Language language) implements Question {}
}
