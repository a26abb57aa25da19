package dev.graspd.core.search;

import dev.graspd.core.nostr.text.Utf8;

/** Cuts texts by bytes, never inside a character. */
final class TextCut {
  private TextCut() {}

  static int bytes(String text) {
    return Utf8.length(text);
  }

  /** Returns how many chars at the start of the text fit into so many bytes of UTF-8. */
  static int charsWithin(String text, int bytesMax) {
    if (text.length() <= bytesMax / 3) {
      return text.length();
    }
    int bytes = 0;
    int i = 0;
    while (i < text.length()) {
      int c = text.codePointAt(i);
      bytes += bytesOf(c);
      if (bytes > bytesMax) {
        return i;
      }
      i += Character.charCount(c);
    }
    return i;
  }

  private static int bytesOf(int c) {
    if (c < 0x80) {
      return 1;
    }
    if (c < 0x800) {
      return 2;
    }
    return c < 0x10000 ? 3 : 4;
  }
}
