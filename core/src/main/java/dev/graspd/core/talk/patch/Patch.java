package dev.graspd.core.talk.patch;

import dev.graspd.core.tree.TreePath;
import java.util.List;
import java.util.Optional;

/**
 * A patch as its sender wrote it; nobody has applied it.
 *
 * @param author as the text claims
 * @param subject without what is in front of it in brackets
 * @param isCut whether it has more than is read
 */
public record Patch(
    Optional<String> author, String subject, String message, List<File> files, boolean isCut) {
  /** Most files of one patch that are read. */
  public static final int FILES_MAX = 300;

  /** Most lines of one patch that are read. */
  public static final int LINES_MAX = 20_000;

  public Patch {
    files = List.copyOf(files);
  }

  /**
   * A changed file.
   *
   * @param before empty for an added file
   * @param after empty for a removed file
   * @param isBinary whether its lines are no text
   */
  public record File(
      Optional<Side> before, Optional<Side> after, boolean isBinary, List<Hunk> hunks) {
    public File {
      hunks = List.copyOf(hunks);
    }
  }

  /**
   * A file on one side.
   *
   * @param mode as git writes it, such as {@code 100644}
   */
  public record Side(TreePath path, String mode) {}

  /** Lines in a row, the first counted from 1. */
  public record Hunk(int firstBefore, int firstAfter, List<Line> lines) {
    public Hunk {
      lines = List.copyOf(lines);
    }
  }

  /**
   * A line without its sign and its end.
   *
   * @param sign a space, a plus or a minus
   * @param isUnended whether no line feed follows it in its file
   */
  public record Line(char sign, String text, boolean isUnended) {}
}
