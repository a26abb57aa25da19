package dev.graspd.server.site.talk;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.talk.patch.Patch;
import dev.graspd.server.git.browse.DiffPage;
import dev.graspd.server.git.browse.FileChange;
import dev.graspd.server.git.browse.FileDiff;
import dev.graspd.server.git.browse.TreeEntry.Mode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Patches as differences, so that they look like those of commits. */
final class PatchDiffs {
  /** Objects have no ids in a patch that git would need here. */
  private static final Oid BEFORE = new Oid("0".repeat(Oid.DIGITS));

  private static final Oid AFTER = new Oid("f".repeat(Oid.DIGITS));
  private static final int ALIKE = 100;

  private PatchDiffs() {}

  static DiffPage page(Patch patch) {
    return new DiffPage(
        patch.files().stream().map(PatchDiffs::file).toList(), List.of(), false, false);
  }

  private static FileDiff file(Patch.File file) {
    FileChange change =
        new FileChange(
            file.before().map(side -> side(side, BEFORE)),
            file.after().map(side -> side(side, AFTER)),
            false,
            ALIKE);
    return new FileDiff(change, file.isBinary() ? new FileDiff.NotCompared() : lines(file));
  }

  private static FileChange.Side side(Patch.Side side, Oid oid) {
    return new FileChange.Side(side.path(), mode(side.mode()), oid);
  }

  private static Mode mode(String octal) {
    for (Mode mode : Mode.values()) {
      if (mode.octal().equals(octal)) {
        return mode;
      }
    }
    return Mode.FILE;
  }

  private static FileDiff.Lines lines(Patch.File file) {
    List<FileDiff.Hunk> hunks = new ArrayList<>();
    int added = 0;
    int removed = 0;
    for (Patch.Hunk hunk : file.hunks()) {
      List<FileDiff.Line> lines = new ArrayList<>();
      for (Patch.Line line : hunk.lines()) {
        FileDiff.Line.Kind kind = kind(line.sign());
        added += kind == FileDiff.Line.Kind.ADDED ? 1 : 0;
        removed += kind == FileDiff.Line.Kind.REMOVED ? 1 : 0;
        lines.add(new FileDiff.Line(kind, latin1(line.text()), line.isUnended()));
      }
      hunks.add(new FileDiff.Hunk(hunk.firstBefore(), hunk.firstAfter(), lines));
    }
    return new FileDiff.Lines(hunks, added, removed, false);
  }

  private static FileDiff.Line.Kind kind(char sign) {
    return switch (sign) {
      case '+' -> FileDiff.Line.Kind.ADDED;
      case '-' -> FileDiff.Line.Kind.REMOVED;
      default -> FileDiff.Line.Kind.KEPT;
    };
  }

  private static String latin1(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }
}
