package dev.graspd.server.hunt.git;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Text of a server for people: its beginning, on one line, without control characters for terminals
 * or pages. For one thread.
 */
final class ServerText {
  /** The most bytes to keep. */
  static final int BYTES_MAX = 256;

  private final StringBuilder kept = new StringBuilder();
  private int keptBytes;
  private boolean full;

  /** Returns a complete text. */
  static String of(byte[] bytes) {
    ServerText text = new ServerText();
    text.add(bytes);
    return text.text();
  }

  static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds the next part; invalid UTF-8 becomes a replacement character. */
  void add(byte[] said) {
    if (!full) {
      // A byte becomes at most one character, so bytes beyond the limit need no decoding.
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

  /** Returns the text, without surrounding line ends. */
  String text() {
    String text = kept.toString();
    while (text.endsWith("\\n") || text.endsWith("\\r") || text.endsWith(" ")) {
      text = text.substring(0, text.length() - (text.endsWith(" ") ? 1 : 2));
    }
    return text;
  }
}
