package dev.graspd.server.git.browse;

import dev.graspd.server.git.browse.FileDiff.Hunk;
import dev.graspd.server.git.browse.FileDiff.Line;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.RawText;

/** Puts edits into hunks: edits whose surroundings touch share one. */
final class Hunks {
  private final RawText before;
  private final RawText after;
  private final int context;

  private Hunks(RawText before, RawText after, int context) {
    this.before = before;
    this.after = after;
    this.context = context;
  }

  static FileDiff.Lines of(
      RawText before, RawText after, EditList edits, int context, int linesMax) {
    Hunks hunks = new Hunks(before, after, context);
    List<Hunk> shown = new ArrayList<>();
    int added = 0;
    int removed = 0;
    int lines = 0;
    boolean isCut = false;
    for (int first = 0; first < edits.size(); ) {
      int last = hunks.lastOfHunk(edits, first);
      for (Edit edit : edits.subList(first, last + 1)) {
        added += edit.getLengthB();
        removed += edit.getLengthA();
      }
      isCut |= lines >= linesMax;
      if (!isCut) {
        Hunk hunk = hunks.hunk(edits.subList(first, last + 1), linesMax - lines);
        shown.add(hunk);
        lines += hunk.lines().size();
        isCut = lines >= linesMax;
      }
      first = last + 1;
    }
    return new FileDiff.Lines(shown, added, removed, isCut);
  }

  private int lastOfHunk(EditList edits, int first) {
    int last = first;
    while (last + 1 < edits.size()
        && edits.get(last + 1).getBeginA() - edits.get(last).getEndA() <= 2 * context) {
      last++;
    }
    return last;
  }

  private Hunk hunk(List<Edit> edits, int linesMax) {
    int fromA = Math.max(0, edits.getFirst().getBeginA() - context);
    int fromB = Math.max(0, edits.getFirst().getBeginB() - context);
    int endA = Math.min(before.size(), edits.getLast().getEndA() + context);
    List<Line> lines = new ArrayList<>();
    int at = fromA;
    for (Edit edit : edits) {
      add(lines, Line.Kind.KEPT, before, at, edit.getBeginA(), linesMax);
      add(lines, Line.Kind.REMOVED, before, edit.getBeginA(), edit.getEndA(), linesMax);
      add(lines, Line.Kind.ADDED, after, edit.getBeginB(), edit.getEndB(), linesMax);
      at = edit.getEndA();
    }
    add(lines, Line.Kind.KEPT, before, at, endA, linesMax);
    // As git counts: a side without lines begins at the line before.
    boolean hasBefore = lines.stream().anyMatch(line -> line.kind() != Line.Kind.ADDED);
    boolean hasAfter = lines.stream().anyMatch(line -> line.kind() != Line.Kind.REMOVED);
    return new Hunk(hasBefore ? fromA + 1 : fromA, hasAfter ? fromB + 1 : fromB, lines);
  }

  private static void add(
      List<Line> lines, Line.Kind kind, RawText text, int from, int to, int linesMax) {
    for (int i = from; i < to && lines.size() < linesMax; i++) {
      boolean isUnended = i == text.size() - 1 && text.isMissingNewlineAtEnd();
      String line = text.getRawString(i).remaining() == 0 ? "" : latin1(text, i);
      lines.add(new Line(kind, line, isUnended));
    }
  }

  private static String latin1(RawText text, int line) {
    return StandardCharsets.ISO_8859_1.decode(text.getRawString(line)).toString();
  }
}
