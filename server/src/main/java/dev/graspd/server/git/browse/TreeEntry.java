package dev.graspd.server.git.browse;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreeName;

/**
 * An entry of a directory.
 *
 * @param size the bytes of a file; 0 for everything else
 */
public record TreeEntry(TreeName name, Mode mode, Oid oid, long size) {
  /** What an entry is. */
  public enum Mode {
    DIRECTORY("040000"),
    FILE("100644"),
    EXECUTABLE("100755"),
    SYMLINK("120000"),
    SUBMODULE("160000");

    private final String octal;

    Mode(String octal) {
      this.octal = octal;
    }

    public String octal() {
      return octal;
    }

    public boolean isFile() {
      return this == FILE || this == EXECUTABLE;
    }
  }
}
