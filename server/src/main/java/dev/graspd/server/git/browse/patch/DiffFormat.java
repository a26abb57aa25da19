package dev.graspd.server.git.browse.patch;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.FileChange;
import dev.graspd.server.git.browse.FileChange.Side;
import dev.graspd.server.git.browse.FileDiff;
import dev.graspd.server.git.browse.FileDiff.Hunk;
import dev.graspd.server.git.browse.FileDiff.Line;
import java.util.Optional;

/** The difference of a file in git's own format, one character for each byte. Pure. */
final class DiffFormat {
  private static final String NOTHING = "/dev/null";

  private final BoundedText out;

  DiffFormat(BoundedText out) {
    this.out = out;
  }

  /** Writes a file; a change that has no effect is left out. */
  void write(FileDiff diff) {
    FileChange change = diff.change();
    boolean hasContent =
        switch (diff.body()) {
          case FileDiff.Lines lines -> !lines.hunks().isEmpty();
          case FileDiff.Binary _, FileDiff.NotCompared _ -> !change.isSameContent();
        };
    boolean isListed = change.before().isEmpty() || change.after().isEmpty();
    if (!hasContent && !isListed && !hasOtherMode(change) && !hasOtherPath(change)) {
      return;
    }
    header(change);
    if (hasContent || isListed) {
      index(change);
    }
    if (hasContent) {
      body(diff);
    }
  }

  private static boolean hasOtherMode(FileChange change) {
    return !change.before().map(Side::mode).equals(change.after().map(Side::mode));
  }

  private static boolean hasOtherPath(FileChange change) {
    return !change.before().map(Side::path).equals(change.after().map(Side::path));
  }

  private static TreePath before(FileChange change) {
    return change.before().or(change::after).orElseThrow().path();
  }

  private void header(FileChange change) {
    TreePath before = before(change);
    line("diff --git " + QuotedPath.of("a/", before) + " " + QuotedPath.of("b/", change.path()));
    if (change.before().isEmpty()) {
      line("new file mode " + change.after().orElseThrow().mode().octal());
    } else if (change.after().isEmpty()) {
      line("deleted file mode " + change.before().get().mode().octal());
    } else {
      if (hasOtherMode(change)) {
        line("old mode " + change.before().get().mode().octal());
        line("new mode " + change.after().get().mode().octal());
      }
      if (hasOtherPath(change)) {
        String how = change.isCopied() ? "copy" : "rename";
        line("similarity index " + change.similarity() + "%");
        line(how + " from " + QuotedPath.of("", before));
        line(how + " to " + QuotedPath.of("", change.path()));
      }
    }
  }

  /** Whole ids: with them git also applies files that are not text, if it has their content. */
  private void index(FileChange change) {
    String ids = id(change.before()) + ".." + id(change.after());
    boolean hasMode = change.before().isPresent() && change.after().isPresent();
    line(
        "index "
            + ids
            + (hasMode && !hasOtherMode(change)
                ? " " + change.after().orElseThrow().mode().octal()
                : ""));
  }

  private static String id(Optional<Side> side) {
    return side.map(Side::oid).orElse(Oid.ZERO).hex();
  }

  private void body(FileDiff diff) {
    String before = name("a/", diff.change().before());
    String after = name("b/", diff.change().after());
    if (diff.body() instanceof FileDiff.Lines lines) {
      line("--- " + before + ending(before));
      line("+++ " + after + ending(after));
      lines.hunks().forEach(this::hunk);
    } else {
      line("Binary files " + before + " and " + after + " differ");
    }
  }

  private static String name(String prefix, Optional<Side> side) {
    return side.map(one -> QuotedPath.of(prefix, one.path())).orElse(NOTHING);
  }

  /** A tab ends a name with spaces, since a time may follow. */
  private static String ending(String name) {
    return name.startsWith("\"") || name.indexOf(' ') < 0 ? "" : "\t";
  }

  private void hunk(Hunk hunk) {
    line(
        "@@ -"
            + range(hunk.firstBefore(), hunk.countBefore())
            + " +"
            + range(hunk.firstAfter(), hunk.countAfter())
            + " @@");
    for (Line line : hunk.lines()) {
      line(sign(line.kind()) + line.latin1());
      if (line.isUnended()) {
        line("\\ No newline at end of file");
      }
    }
  }

  private static String range(int first, long count) {
    return count == 1 ? Integer.toString(first) : first + "," + count;
  }

  private static char sign(Line.Kind kind) {
    return switch (kind) {
      case KEPT -> ' ';
      case REMOVED -> '-';
      case ADDED -> '+';
    };
  }

  private void line(String latin1) {
    out.add(latin1 + "\n");
  }
}
