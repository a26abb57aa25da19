package dev.graspd.server.git.browse.patch;

import dev.graspd.core.tree.TreePath;
import java.nio.charset.StandardCharsets;

/** Paths as git writes them in headers of differences: in quotes if a byte is unusual. Pure. */
final class QuotedPath {
  private static final String NAMED = "\u0007\b\t\n\u000b\f\r\"\\";
  private static final String LETTERS = "abtnvfr\"\\";

  private QuotedPath() {}

  /** Returns a path with a prefix, one character for each byte. */
  static String of(String prefix, TreePath path) {
    String latin1 = prefix + new String(path.bytes(), StandardCharsets.ISO_8859_1);
    StringBuilder quoted = new StringBuilder("\"");
    boolean isUnusual = false;
    for (int i = 0; i < latin1.length(); i++) {
      char c = latin1.charAt(i);
      isUnusual |= isUnusual(c);
      append(quoted, c);
    }
    return isUnusual ? quoted.append('"').toString() : latin1;
  }

  private static boolean isUnusual(char c) {
    return c < ' ' || c >= 0x7f || c == '"' || c == '\\';
  }

  private static void append(StringBuilder out, char c) {
    int named = NAMED.indexOf(c);
    if (named >= 0) {
      out.append('\\').append(LETTERS.charAt(named));
    } else if (isUnusual(c)) {
      out.append('\\');
      for (int shift = 6; shift >= 0; shift -= 3) {
        out.append((char) ('0' + ((c >> shift) & 7)));
      }
    } else {
      out.append(c);
    }
  }
}
