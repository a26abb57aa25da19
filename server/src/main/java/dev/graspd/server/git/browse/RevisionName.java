package dev.graspd.server.git.browse;

import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The revision that the first names of an address mean, and the path behind them. Branches win over
 * tags, both over ids, and longer names over shorter ones (W-20). Pure.
 */
public sealed interface RevisionName {
  Pattern ID = Pattern.compile("[0-9a-f]{7,40}");
  String HEAD = "HEAD";

  TreePath path();

  /**
   * A ref of the repository.
   *
   * @param isAlsoTag whether a tag has the same short name as this branch
   */
  record OfRef(RefName ref, boolean isAlsoTag, TreePath path) implements RevisionName {}

  /** The beginning of a commit id, or all of it. */
  record OfCommit(String id, TreePath path) implements RevisionName {}

  /** Returns what names mean in a repository; empty if nothing there has such a name. */
  static Optional<RevisionName> of(List<TreeName> names, Refs refs) {
    for (int length = names.size(); length > 0; length--) {
      TreePath path = new TreePath(names.subList(length, names.size()));
      List<TreeName> first = names.subList(0, length);
      if (first.stream().allMatch(TreeName::isText)) {
        String text = first.stream().map(TreeName::text).collect(Collectors.joining("/"));
        Optional<RevisionName> found = of(text, path, refs);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<RevisionName> of(String text, TreePath path, Refs refs) {
    Optional<RefName> branch = existing("refs/heads/" + text, refs);
    Optional<RefName> tag = existing("refs/tags/" + text, refs);
    if (branch.isPresent()) {
      return Optional.of(new OfRef(branch.get(), tag.isPresent(), path));
    }
    Optional<RefName> whole = text.equals(HEAD) ? head(refs) : existing(text, refs);
    Optional<RevisionName> ref = tag.or(() -> whole).map(name -> new OfRef(name, false, path));
    return ref.or(() ->
        ID.matcher(text).matches() ? Optional.of(new OfCommit(text, path)) : Optional.empty());
  }

  private static Optional<RefName> head(Refs refs) {
    return refs.head().filter(refs.values()::containsKey);
  }

  private static Optional<RefName> existing(String text, Refs refs) {
    return RefName.parse(text).filter(refs.values()::containsKey);
  }
}
