package dev.graspd.server.site.serve;

import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.Blob;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.Directory;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.Revision;
import dev.graspd.server.git.browse.TreeEntry;
import dev.graspd.server.git.browse.TreeFinder.Spot;
import dev.graspd.server.git.browse.link.Symlink;
import dev.graspd.server.site.page.TreePage;
import dev.graspd.server.site.text.TextContent;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the file that introduces a directory (W-37). */
record Readmes(CodeReader code, PageBudgets budgets) {
  private static final List<String> NAMES =
      List.of(
          "readme.md",
          "readme.markdown",
          "readme",
          "readme.txt",
          "readme.rst",
          "readme.adoc",
          "readme.org");

  /** Where repositories without such a file in their root have it. */
  private static final List<TreeName> ELSEWHERE =
      List.of(TreeName.of(".github"), TreeName.of("docs"));

  /** How many symbolic links lead to a file at most. */
  private static final int LINKS_MAX = 5;

  /** A file and where it is. */
  private record At(TreePath path, TreeEntry entry) {}

  Optional<TreePage.Readme> of(Revision revision, TreePath path, Directory directory)
      throws IOException {
    Optional<At> found = in(revision, path, directory);
    if (found.isEmpty() && path.isRoot()) {
      for (TreeName name : ELSEWHERE) {
        found = found.isPresent() ? found : in(revision, path.child(name));
      }
    }
    return found.isEmpty() ? Optional.empty() : read(found.get());
  }

  private Optional<At> in(Revision revision, TreePath path) throws IOException {
    if (!(code.at(revision, path) instanceof Outcome.Found<Spot>(Spot.OfTree(var tree)))) {
      return Optional.empty();
    }
    return code.directory(tree, Optional.empty(), PageBudgets.TREE_ENTRIES, budgets.tree())
            instanceof Outcome.Found<Directory>(var directory)
        ? in(revision, path, directory)
        : Optional.empty();
  }

  private Optional<At> in(Revision revision, TreePath path, Directory directory)
      throws IOException {
    for (String wanted : NAMES) {
      for (TreeEntry entry : directory.entries()) {
        if (entry.name().text().toLowerCase(Locale.ROOT).equals(wanted)) {
          Optional<At> file = file(revision, new At(path.child(entry.name()), entry));
          if (file.isPresent()) {
            return file;
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Follows symbolic links within the tree. */
  private Optional<At> file(Revision revision, At first) throws IOException {
    At at = first;
    for (int i = 0; i < LINKS_MAX && at.entry.mode() == TreeEntry.Mode.SYMLINK; i++) {
      Optional<At> next = target(revision, at);
      if (next.isEmpty()) {
        return Optional.empty();
      }
      at = next.get();
    }
    return at.entry.mode().isFile() ? Optional.of(at) : Optional.empty();
  }

  private Optional<At> target(Revision revision, At link) throws IOException {
    return Symlink.read(code, revision, link.path, link.entry)
        .flatMap(Symlink::inside)
        .flatMap(there ->
            there.spot() instanceof Spot.OfEntry(var entry)
                ? Optional.of(new At(there.path(), entry))
                : Optional.empty());
  }

  private Optional<TreePage.Readme> read(At file) throws IOException {
    if (file.entry.size() > PageBudgets.FILE_BYTES) {
      return Optional.of(new TreePage.Readme(file.path, Optional.empty()));
    }
    Blob blob = code.blob(file.entry.oid(), PageBudgets.FILE_BYTES);
    return blob.isBinary()
        ? Optional.empty()
        : Optional.of(
            new TreePage.Readme(file.path, Optional.of(TextContent.of(blob.beginning()).lines())));
  }
}
