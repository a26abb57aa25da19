package dev.graspd.server.ops;

import java.nio.charset.StandardCharsets;

/** Makes text from outside fit for one line of a log or a terminal. */
public final class Escape {
  private static final String CUT = "…";

  private Escape() {}

  /**
   * Returns the text without control characters (they are written as {@code \\u001b}), line breaks
   * and bidirectional marks included, cut at a number of UTF-8 bytes.
   */
  public static String line(String text, int maxBytes) {
    return escape(cut(text, maxBytes));
  }

  /** Returns the text without control characters, whatever its length. */
  public static String escape(String text) {
    if (text.codePoints().noneMatch(Escape::isUnsafe)) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(c -> {
          if (isUnsafe(c)) {
            out.append("\\u%04x".formatted(c));
          } else {
            out.appendCodePoint(c);
          }
        });
    return out.toString();
  }

  private static String cut(String text, int maxBytes) {
    // A character is at most three bytes per unit, so most texts need no counting.
    if (text.length() <= maxBytes / 3 || text.getBytes(StandardCharsets.UTF_8).length <= maxBytes) {
      return text;
    }
    int bytes = 0;
    int end = 0;
    while (end < text.length()) {
      int c = text.codePointAt(end);
      bytes += utf8Length(c);
      if (bytes > maxBytes) {
        break;
      }
      end += Character.charCount(c);
    }
    return text.substring(0, end) + CUT;
  }

  private static int utf8Length(int codePoint) {
    if (codePoint < 0x80) {
      return 1;
    }
    if (codePoint < 0x800) {
      return 2;
    }
    return codePoint < 0x10000 ? 3 : 4;
  }

  private static boolean isUnsafe(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }
}
