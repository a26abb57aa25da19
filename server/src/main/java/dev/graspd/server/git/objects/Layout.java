package dev.graspd.server.git.objects;

import dev.graspd.core.repo.Identifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * The paths below the git data directory. A hash of the identifier names a family's directory, so
 * that no text of a stranger becomes part of a path. Stored paths are relative, so that the data
 * directory can move.
 *
 * @param quarantine the directory of objects that belong to no repository yet; servers that share
 *     the families' files have one each
 */
public record Layout(Path root, Path quarantine) {
  private static final int FAN_OUT_DIGITS = 2;

  /** The layout of a server that shares nothing. */
  public Layout(Path root) {
    this(root, root.resolve("quarantine"));
  }

  /** Returns the directory of all families. */
  public Path families() {
    return root.resolve("families");
  }

  /**
   * Returns the lock file: a removal of published packs locks it exclusively, a backup shares it.
   */
  public Path removals() {
    return root.resolve("removals.lock");
  }

  /** Returns the file that says up to which number in the log the refs are exported. */
  public Path exported() {
    return root.resolve("exported");
  }

  /** Returns the name of a family's directory, relative to {@link #families}. */
  public static String name(Identifier family) {
    String hash =
        HexFormat.of()
            .formatHex(Digests.sha256().digest(family.text().getBytes(StandardCharsets.UTF_8)));
    return hash.substring(0, FAN_OUT_DIGITS) + "/" + hash;
  }

  /** Returns a family's directory; it exists after the first publication. */
  public Path family(Identifier family) {
    return families().resolve(name(family));
  }

  /** Returns the directory of a family's repositories, as plain git reads them. */
  public Path repositories(Identifier family) {
    return family(family).resolve("repos");
  }

  /** Returns a family's object directory, as git names it. */
  public Path objects(Identifier family) {
    return family(family).resolve("objects");
  }

  /**
   * Returns the name in the depot of a file of a pack; {@link #families} is the depot's directory.
   *
   * @param family the name of the family's directory
   */
  static String inDepot(String family, String file) {
    return family + "/objects/pack/" + file;
  }

  /** Returns the directory of a family's packs. */
  public Path packs(Identifier family) {
    return objects(family).resolve("pack");
  }
}
