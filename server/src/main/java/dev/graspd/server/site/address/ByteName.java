package dev.graspd.server.site.address;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/**
 * One segment of a path in bytes, since names in git's trees need not be UTF-8 (W-22).
 *
 * @param latin1 one character for each byte
 */
public record ByteName(String latin1) implements Comparable<ByteName> {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  public ByteName {
    if (latin1.isEmpty() || latin1.chars().anyMatch(c -> c > 0xff || c == '/' || c == 0)) {
      throw new IllegalArgumentException("not a name in a tree");
    }
  }

  public static ByteName of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  public static ByteName of(byte[] bytes) {
    return new ByteName(new String(bytes, StandardCharsets.ISO_8859_1));
  }

  /**
   * Decodes a segment of a URL once. Empty for a malformed escape, and for names that no tree has: a
   * slash or a NUL that appears by decoding, and dots alone.
   */
  static Optional<ByteName> parse(String raw) {
    StringBuilder bytes = new StringBuilder(raw.length());
    int at = 0;
    while (at < raw.length()) {
      boolean isEscaped = raw.charAt(at) == '%';
      int value = isEscaped ? hexPair(raw, at + 1) : raw.charAt(at);
      if (value <= 0 || value > 0xff || value == '/') {
        return Optional.empty();
      }
      bytes.append((char) value);
      at += isEscaped ? 3 : 1;
    }
    String name = bytes.toString();
    boolean isName = !name.isEmpty() && !name.equals(".") && !name.equals("..");
    return isName ? Optional.of(new ByteName(name)) : Optional.empty();
  }

  private static int hexPair(String text, int at) {
    boolean isHex =
        at + 2 <= text.length()
            && HexFormat.isHexDigit(text.charAt(at))
            && HexFormat.isHexDigit(text.charAt(at + 1));
    return isHex ? HexFormat.fromHexDigits(text, at, at + 2) : -1;
  }

  public byte[] bytes() {
    return latin1.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Returns it as text; bytes that are not UTF-8 appear as replacement characters. */
  public String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  /** Returns whether {@link #text} is exactly this name. */
  public boolean isText() {
    return of(text()).equals(this);
  }

  /** Returns it as a segment of a URL. */
  public String encoded() {
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

  @Override
  public int compareTo(ByteName that) {
    return latin1.compareTo(that.latin1);
  }

  @Override
  public String toString() {
    return text();
  }
}
