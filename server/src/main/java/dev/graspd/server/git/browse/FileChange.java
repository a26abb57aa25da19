package dev.graspd.server.git.browse;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.TreeEntry.Mode;
import java.util.Optional;

/**
 * A path that differs between two trees.
 *
 * @param before empty for an added file
 * @param after empty for a removed file
 * @param isCopied whether the file before is still there; otherwise other paths mean a rename
 * @param similarity of both contents in percent, of a rename or a copy
 */
public record FileChange(
    Optional<Side> before, Optional<Side> after, boolean isCopied, int similarity) {
  /** A file on one side of a change. */
  public record Side(TreePath path, Mode mode, Oid oid) {}

  public FileChange {
    if (before.isEmpty() && after.isEmpty()) {
      throw new IllegalArgumentException("nothing has changed");
    }
  }

  /** Returns the path now, or that of a removed file. */
  public TreePath path() {
    return after.or(() -> before).orElseThrow().path();
  }

  /** Returns whether both sides have one content, so that only the name or the mode differs. */
  public boolean isSameContent() {
    return before.map(Side::oid).equals(after.map(Side::oid));
  }

  /** Returns whether a file became a link or a submodule, or the other way round. */
  public boolean isOfOtherKind() {
    return before.isPresent()
        && after.isPresent()
        && before.get().mode() != after.get().mode()
        && !(before.get().mode().isFile() && after.get().mode().isFile());
  }

  public boolean isRename() {
    return !isCopied
        && before.isPresent()
        && after.isPresent()
        && !before.get().path().equals(after.get().path());
  }
}
