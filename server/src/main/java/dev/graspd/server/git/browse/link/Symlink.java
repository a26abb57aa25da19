package dev.graspd.server.git.browse.link;

import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.Revision;
import dev.graspd.server.git.browse.TreeEntry;
import dev.graspd.server.git.browse.TreeFinder.Spot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Where a symbolic link leads.
 *
 * @param target as it is written
 * @param inside the place in the same tree, if it leads to one
 */
public record Symlink(String target, Optional<Inside> inside) {
  /** No system follows a longer one. */
  private static final int TARGET_BYTES_MAX = 4_096;

  /** A place in the same tree. */
  public record Inside(TreePath path, Spot spot) {}

  /** Reads a link; empty if it is longer than any system follows. */
  public static Optional<Symlink> read(
      CodeReader code, Revision revision, TreePath link, TreeEntry entry) throws IOException {
    if (entry.size() > TARGET_BYTES_MAX) {
      return Optional.empty();
    }
    byte[] written = code.blob(entry.oid(), TARGET_BYTES_MAX).beginning();
    String latin1 = new String(written, StandardCharsets.ISO_8859_1);
    return Optional.of(
        new Symlink(
            new String(written, StandardCharsets.UTF_8), inside(code, revision, link, latin1)));
  }

  private static Optional<Inside> inside(
      CodeReader code, Revision revision, TreePath link, String latin1) throws IOException {
    Optional<TreePath> path =
        latin1.startsWith("/") ? Optional.empty() : link.parent().follow(latin1);
    return path.isPresent() && code.at(revision, path.get()) instanceof Outcome.Found<Spot>(var at)
        ? Optional.of(new Inside(path.get(), at))
        : Optional.empty();
  }
}
