package dev.graspd.core.nostr;

import java.util.Arrays;

/** A growing byte buffer that writes JSON text as UTF-8. */
public final class Utf8Buffer {
  /** The chars that stand for themselves in JSON. */
  private static final boolean[] PLAIN = new boolean[0x80];

  static {
    Arrays.fill(PLAIN, 0x20, PLAIN.length, true);
    PLAIN['"'] = false;
    PLAIN['\\'] = false;
  }

  private byte[] bytes;
  private int length;

  public Utf8Buffer(int expected) {
    bytes = new byte[Math.max(expected, 64)];
  }

  public byte[] toArray() {
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }

  byte[] array() {
    return bytes;
  }

  int length() {
    return length;
  }

  @SuppressWarnings("deprecation")
  public // drops the upper byte of each char, which ASCII has not
  Utf8Buffer ascii(String text) {
    ensure(text.length());
    text.getBytes(0, text.length(), bytes, length);
    length += text.length();
    return this;
  }

  public Utf8Buffer raw(byte[] text) {
    ensure(text.length);
    System.arraycopy(text, 0, bytes, length, text.length);
    length += text.length;
    return this;
  }

  public Utf8Buffer hex(Bytes32 value) {
    ensure(2 * Bytes32.BYTES);
    value.hexTo(bytes, length);
    length += 2 * Bytes32.BYTES;
    return this;
  }

  Utf8Buffer hex(Signature value) {
    ensure(2 * Signature.BYTES);
    value.hexTo(bytes, length);
    length += 2 * Signature.BYTES;
    return this;
  }

  public Utf8Buffer number(long value) {
    return ascii(Long.toString(value));
  }

  public Utf8Buffer string(String text) {
    return string(text, UnsignedEvent.ControlCharacters.ESCAPED);
  }

  Utf8Buffer string(String text, UnsignedEvent.ControlCharacters controls) {
    ensure(text.length() + 2);
    bytes[length++] = '"';
    int plain = plain(text);
    if (plain < text.length()) {
      // A char becomes at most 6 bytes (a \\u escape); growing once keeps the loop free of checks.
      ensure(6 * (text.length() - plain) + 1);
      rest(text, plain, controls);
    }
    bytes[length++] = '"';
    return this;
  }

  /** Copies up to the first char that is not written as one byte of its own; returns its index. */
  private int plain(String text) {
    byte[] out = bytes;
    int at = length;
    int i = 0;
    while (i < text.length() && isPlain(text.charAt(i))) {
      out[at++] = (byte) text.charAt(i++);
    }
    length = at;
    return i;
  }

  private static boolean isPlain(char c) {
    return c < PLAIN.length && PLAIN[c];
  }

  private void rest(String text, int from, UnsignedEvent.ControlCharacters controls) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        i += wide(text, i);
      } else if (c < 0x20) {
        control(c, controls);
      } else {
        if (c == '"' || c == '\\') {
          bytes[length++] = '\\';
        }
        bytes[length++] = (byte) c;
      }
    }
  }

  private void control(char c, UnsignedEvent.ControlCharacters controls) {
    int letter = shortEscape(c);
    if (letter != 0) {
      bytes[length++] = '\\';
      bytes[length++] = (byte) letter;
    } else if (controls == UnsignedEvent.ControlCharacters.VERBATIM) {
      bytes[length++] = (byte) c;
    } else {
      ascii("\\u00");
      bytes[length++] = (byte) (c < 0x10 ? '0' : '1');
      bytes[length++] = (byte) "0123456789abcdef".charAt(c & 15);
    }
  }

  static int shortEscape(char c) {
    return switch (c) {
      case '\n' -> 'n';
      case '\r' -> 'r';
      case '\t' -> 't';
      case '\b' -> 'b';
      case '\f' -> 'f';
      default -> 0;
    };
  }

  /** Writes one code point beyond ASCII; returns how many extra chars it took. */
  private int wide(String text, int index) {
    int point = text.codePointAt(index);
    if (point < 0x800) {
      bytes[length++] = (byte) (0xC0 | point >> 6);
    } else if (point < 0x10000) {
      bytes[length++] = (byte) (0xE0 | point >> 12);
      bytes[length++] = (byte) (0x80 | (point >> 6 & 0x3F));
    } else {
      bytes[length++] = (byte) (0xF0 | point >> 18);
      bytes[length++] = (byte) (0x80 | (point >> 12 & 0x3F));
      bytes[length++] = (byte) (0x80 | (point >> 6 & 0x3F));
    }
    bytes[length++] = (byte) (0x80 | (point & 0x3F));
    return Character.charCount(point) - 1;
  }

  private void ensure(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}
