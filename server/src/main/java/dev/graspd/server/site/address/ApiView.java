package dev.graspd.server.site.address;

import dev.graspd.core.repo.RefName;
import dev.graspd.core.tree.TreeName;
import java.util.List;

/** A document of the API about a repository. */
public sealed interface ApiView {
  record Refs(Part<RefName> part) implements ApiView {}

  /** The entries of a directory. */
  record Tree(Place place, Part<TreeCursor> part) implements ApiView {}

  /**
   * The content of a file.
   *
   * @param place at least two names: a revision and a path
   */
  record Blob(Place place) implements ApiView {}

  /**
   * The commits that lead to a revision.
   *
   * @param path only those that changed it; empty for all
   */
  record Commits(String revision, List<TreeName> path, Part<LogCursor> part) implements ApiView {
    public Commits {
      path = List.copyOf(path);
    }
  }

  /**
   * A commit.
   *
   * @param id at least 7 hex digits
   */
  record Commit(String id) implements ApiView {}

  /**
   * What a revision adds to the merge base with another one.
   *
   * @param hasHunks whether lines are shown, or only counted
   */
  record Compare(String from, String to, boolean hasHunks) implements ApiView {}

  /**
   * The commits of the lines of a file.
   *
   * @param place at least two names: a revision and a path
   */
  record Blame(Place place) implements ApiView {}

  /** The commit that last changed each entry of a directory. */
  record LastCommits(Place place, Part<TreeCursor> part) implements ApiView {}
}
