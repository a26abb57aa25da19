package dev.graspd.server.site.address;

import dev.graspd.core.tree.TreeName;
import java.util.HexFormat;
import java.util.Optional;

/** Names as segments of a URL: decoded once, byte by byte (W-22). */
final class Segments {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private Segments() {}

  /** Decodes a segment; empty for a malformed escape, and for a name that no tree has. */
  static Optional<TreeName> decode(String raw) {
    StringBuilder bytes = new StringBuilder(raw.length());
    int at = 0;
    while (at < raw.length()) {
      boolean isEscaped = raw.charAt(at) == '%';
      int value = isEscaped ? hexPair(raw, at + 1) : raw.charAt(at);
      if (value < 0) {
        return Optional.empty();
      }
      bytes.append((char) value);
      at += isEscaped ? 3 : 1;
    }
    return TreeName.parse(bytes.toString());
  }

  private static int hexPair(String text, int at) {
    boolean isHex =
        at + 2 <= text.length()
            && HexFormat.isHexDigit(text.charAt(at))
            && HexFormat.isHexDigit(text.charAt(at + 1));
    return isHex ? HexFormat.fromHexDigits(text, at, at + 2) : -1;
  }

  static String encode(TreeName name) {
    String latin1 = name.latin1();
    StringBuilder out = new StringBuilder(latin1.length());
    for (int i = 0; i < latin1.length(); i++) {
      char c = latin1.charAt(i);
      if (isPlain(c)) {
        out.append(c);
      } else {
        out.append('%').append(HEX.toHexDigits((byte) c));
      }
    }
    return out.toString();
  }

  private static boolean isPlain(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || "-._~!$'()*,:@+=;".indexOf(c) >= 0;
  }
}
