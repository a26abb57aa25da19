package dev.graspd.server.site.talk;

import dev.graspd.server.git.browse.FileDiff.Hunk;
import dev.graspd.server.git.browse.FileDiff.Line;
import java.util.List;
import java.util.OptionalInt;

/** Finds lines of a file again after it has changed. */
public final class LineMoves {
  private LineMoves() {}

  /**
   * Returns the number of a line after a change; empty if the line is gone.
   *
   * @param hunks the change of its file
   */
  public static OptionalInt moved(List<Hunk> hunks, int line) {
    int shift = 0;
    for (Hunk hunk : hunks) {
      if (line < hunk.firstBefore()) {
        break;
      }
      int before = hunk.firstBefore();
      int after = hunk.firstAfter();
      for (Line one : hunk.lines()) {
        if (before == line && one.kind() != Line.Kind.ADDED) {
          return one.kind() == Line.Kind.KEPT ? OptionalInt.of(after) : OptionalInt.empty();
        }
        before += one.kind() == Line.Kind.ADDED ? 0 : 1;
        after += one.kind() == Line.Kind.REMOVED ? 0 : 1;
      }
      shift = after - before;
    }
    return OptionalInt.of(line + shift);
  }
}
