package dev.graspd.core.talk.patch;

import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Puts a file of a patch together from the lines before its hunks. */
final class PatchFileBuilder {
  private static final String USUAL_MODE = "100644";
  private static final TreePath UNNAMED = TreePath.of("(a name that no tree can have)");
  private static final String NONE = "/dev/null";
  private static final int PATH_CHARS_MAX = 4_096;

  private final List<Patch.Hunk> hunks = new ArrayList<>();
  private @Nullable String before;
  private @Nullable String after;
  private String modeBefore = USUAL_MODE;
  private String modeAfter = USUAL_MODE;
  private boolean isAdded;
  private boolean isRemoved;
  private boolean isBinary;

  /** Begins with the two names of the first line; better ones may follow. */
  PatchFileBuilder(String names) {
    // Both are the same unless lines below say otherwise, so the middle divides them.
    int middle = names.length() / 2;
    if (names.length() % 2 == 1 && names.charAt(middle) == ' ') {
      before = unquoted(names.substring(0, middle));
      after = unquoted(names.substring(middle + 1));
    }
  }

  void header(String line) {
    int space = line.lastIndexOf(' ');
    String last = line.substring(space + 1).strip();
    if (line.startsWith("--- ")) {
      before = unquoted(line.substring(4));
    } else if (line.startsWith("+++ ")) {
      after = unquoted(line.substring(4));
    } else if (line.startsWith("rename from ") || line.startsWith("copy from ")) {
      before = "a/" + unquoted(line.substring(line.indexOf("from ") + 5));
    } else if (line.startsWith("rename to ") || line.startsWith("copy to ")) {
      after = "b/" + unquoted(line.substring(line.indexOf("to ") + 3));
    } else if (line.startsWith("new file mode ")) {
      isAdded = true;
      modeAfter = last;
    } else if (line.startsWith("deleted file mode ")) {
      isRemoved = true;
      modeBefore = last;
    } else if (line.startsWith("old mode ")) {
      modeBefore = last;
    } else if (line.startsWith("new mode ")) {
      modeAfter = last;
    } else if (line.startsWith("GIT binary patch") || line.startsWith("Binary files ")) {
      isBinary = true;
    }
  }

  void add(Patch.Hunk hunk) {
    hunks.add(hunk);
  }

  Patch.File done() {
    boolean hasBefore = !isAdded && !NONE.equals(before);
    boolean hasAfter = (!isRemoved && !NONE.equals(after)) || !hasBefore;
    return new Patch.File(
        hasBefore ? Optional.of(new Patch.Side(path(before), modeBefore)) : Optional.empty(),
        hasAfter ? Optional.of(new Patch.Side(path(after), modeAfter)) : Optional.empty(),
        isBinary,
        hunks);
  }

  /** Removes the prefix of a side. */
  private static TreePath path(@Nullable String name) {
    int slash = name == null ? -1 : name.indexOf('/');
    if (name == null || slash < 0 || name.length() > PATH_CHARS_MAX) {
      return UNNAMED;
    }
    List<TreeName> names = new ArrayList<>();
    for (String part : name.substring(slash + 1).split("/", -1)) {
      Optional<TreeName> one = TreeName.parse(part);
      if (one.isEmpty()) {
        return UNNAMED;
      }
      names.add(one.get());
    }
    return new TreePath(names);
  }

  /** Returns a name as Latin-1, one character for each byte, without git's quotes. */
  private static String unquoted(String name) {
    String text = name.endsWith("\t") ? name.substring(0, name.length() - 1) : name;
    String bytes = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    if (bytes.length() < 2 || !bytes.startsWith("\"") || !bytes.endsWith("\"")) {
      return bytes;
    }
    StringBuilder out = new StringBuilder();
    for (int at = 1; at < bytes.length() - 1; at++) {
      char c = bytes.charAt(at);
      if (c != '\\') {
        out.append(c);
      } else if (isOctal(bytes, at + 1)) {
        out.append((char) (Integer.parseInt(bytes.substring(at + 1, at + 4), 8) & 0xff));
        at += 3;
      } else {
        out.append(escaped(bytes.charAt(at + 1)));
        at++;
      }
    }
    return out.toString();
  }

  private static boolean isOctal(String text, int at) {
    return at + 3 < text.length()
        && text.substring(at, at + 3).chars().allMatch(c -> c >= '0' && c <= '7');
  }

  private static char escaped(char c) {
    return switch (c) {
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 'a' -> '\u0007';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'v' -> '\u000b';
      default -> c;
    };
  }
}
