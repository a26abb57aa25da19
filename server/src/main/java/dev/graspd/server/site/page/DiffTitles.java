package dev.graspd.server.site.page;

import dev.graspd.server.git.browse.FileChange;
import dev.graspd.server.git.browse.FileDiff;
import dev.graspd.server.git.browse.FileDiff.Line;
import dev.graspd.server.git.browse.TreeEntry.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The change of a file in words. Pure. */
final class DiffTitles {
  private static final String LFS = "version https://git-lfs.github.com/spec/";

  private DiffTitles() {}

  /** Returns the path, with the one before if it was another. */
  static String path(FileChange change) {
    boolean hasOther = change.isRename() || change.isCopied();
    return hasOther
        ? change.before().orElseThrow().path() + " → " + change.path()
        : change.path().toString();
  }

  /** Returns what happened beside a change of lines; empty if nothing did. */
  static String kind(FileChange change) {
    List<String> words = new ArrayList<>();
    if (change.before().isEmpty()) {
      words.add("added");
    } else if (change.after().isEmpty()) {
      words.add("removed");
    } else {
      between(change.before().get(), change.after().get(), change, words);
    }
    special(change).ifPresent(words::add);
    return String.join(", ", words);
  }

  private static void between(
      FileChange.Side before, FileChange.Side after, FileChange change, List<String> words) {
    if (change.isCopied() || change.isRename()) {
      words.add(
          (change.isCopied() ? "copied" : "renamed") + ", " + change.similarity() + "% alike");
    }
    if (before.mode() != after.mode()) {
      words.add("mode %s → %s".formatted(before.mode().octal(), after.mode().octal()));
    }
  }

  private static Optional<String> special(FileChange change) {
    Mode mode = change.after().or(change::before).orElseThrow().mode();
    return switch (mode) {
      case SUBMODULE -> Optional.of("submodule");
      case SYMLINK -> Optional.of("symbolic link");
      case EXECUTABLE, FILE, DIRECTORY -> Optional.empty();
    };
  }

  /** Returns the title of a file. */
  static String title(FileChange change) {
    String kind = kind(change);
    return kind.isEmpty() ? path(change) : path(change) + " (" + kind + ")";
  }

  /** Returns whether a file stands for one that Git LFS keeps elsewhere. */
  static boolean isLfs(FileDiff.Lines lines) {
    return lines.hunks().size() == 1
        && lines.hunks().getFirst().lines().stream()
            .map(Line::latin1)
            .anyMatch(line -> line.startsWith(LFS));
  }
}
