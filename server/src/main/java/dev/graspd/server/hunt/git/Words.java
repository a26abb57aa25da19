package dev.graspd.server.hunt.git;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * What a server says to people: the beginning of it, on one line, and without anything that a
 * terminal or a page could obey. For one thread.
 */
final class Words {
  /** Bytes that are kept. */
  static final int BYTES_MAX = 256;

  private final StringBuilder kept = new StringBuilder();
  private int keptBytes;
  private boolean full;

  /** Returns a text that was said at once. */
  static String of(byte[] said) {
    Words words = new Words();
    words.add(said);
    return words.text();
  }

  static String of(String said) {
    return of(said.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds what was said next; wrong UTF-8 shows as such. */
  void add(byte[] said) {
    if (!full) {
      // A byte becomes a character at most, so what is beyond the limit needs no decoding.
      int length = Math.min(said.length, 4 * BYTES_MAX);
      new String(said, 0, length, StandardCharsets.UTF_8).codePoints().forEach(this::add);
    }
  }

  private void add(int c) {
    String shown = shown(c);
    int bytes = shown.getBytes(StandardCharsets.UTF_8).length;
    full |= keptBytes + bytes > BYTES_MAX;
    if (!full) {
      kept.append(shown);
      keptBytes += bytes;
    }
  }

  private static String shown(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.PRIVATE_USE ->
          escaped(c);
      default -> Character.toString(c);
    };
  }

  private static String escaped(int c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> "\\u{" + HexFormat.of().withUpperCase().toHexDigits(c, 6) + "}";
    };
  }

  /** Returns what was kept, without line ends around it. */
  String text() {
    String text = kept.toString();
    while (text.endsWith("\\n") || text.endsWith("\\r") || text.endsWith(" ")) {
      text = text.substring(0, text.length() - (text.endsWith(" ") ? 1 : 2));
    }
    return text;
  }
}
