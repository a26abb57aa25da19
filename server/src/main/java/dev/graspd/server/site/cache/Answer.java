package dev.graspd.server.site.cache;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreeName;
import dev.graspd.server.git.browse.BlameRange;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.site.text.highlight.TokenRuns;
import java.util.List;
import java.util.SortedMap;

/** The answer to a question about code. Nobody changes it. */
sealed interface Answer {
  record Commit(CommitFacts facts) implements Answer {}

  record LastCommits(SortedMap<TreeName, Oid> commits) implements Answer {}

  record LastCommit(Oid commit) implements Answer {}

  record Blame(List<BlameRange> ranges) implements Answer {}

  record Colours(TokenRuns runs) implements Answer {}
}
