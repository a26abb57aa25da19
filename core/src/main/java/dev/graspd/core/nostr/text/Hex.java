package dev.graspd.core.nostr.text;

import java.util.Arrays;

/** Lower-case hexadecimal, the only spelling that Nostr allows. */
public final class Hex {
  private static final byte[] DIGITS = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  /**
   * The value of each ASCII character, -1 if it is no digit. A lookup is faster than comparisons:
   * the processor cannot predict in which of two ranges the next digit is.
   */
  private static final byte[] VALUES = values();

  private Hex() {}

  /** Returns whether the text has exactly this many lower-case hexadecimal digits. */
  public static boolean isLowerHex(CharSequence text, int length) {
    if (text.length() != length) {
      return false;
    }
    int all = 0;
    for (int i = 0; i < length; i++) {
      all |= digit(text.charAt(i));
    }
    return all >= 0;
  }

  /**
   * Decodes lower-case hex.
   *
   * @throws IllegalArgumentException if the length is odd or a character is no lower-case hex digit
   */
  public static byte[] decode(CharSequence text) {
    if ((text.length() & 1) != 0) {
      throw new IllegalArgumentException("hex text has an odd number of digits");
    }
    byte[] bytes = new byte[text.length() / 2];
    int all = 0;
    for (int i = 0; i < bytes.length; i++) {
      int value = digit(text.charAt(2 * i)) << 4 | digit(text.charAt(2 * i + 1));
      all |= value;
      bytes[i] = (byte) value;
    }
    if (all < 0) {
      throw new IllegalArgumentException("not lower-case hex");
    }
    return bytes;
  }

  /** Encodes as lower-case hex. */
  @SuppressWarnings("deprecation") // the ISO-8859-1 constructor is the fastest way from ASCII bytes
  public static String encode(byte[] bytes) {
    byte[] text = new byte[bytes.length * 2];
    put(bytes, text, 0);
    return new String(text, 0);
  }

  /** Writes the 16 hex digits of a big-endian word. */
  public static void putWord(long word, byte[] target, int offset) {
    for (int i = 15; i >= 0; i--) {
      target[offset + i] = DIGITS[(int) (word & 15)];
      word >>>= 4;
    }
  }

  /** Writes the hex digits of all bytes. */
  public static void put(byte[] bytes, byte[] target, int offset) {
    for (int i = 0; i < bytes.length; i++) {
      target[offset + 2 * i] = DIGITS[(bytes[i] >> 4) & 15];
      target[offset + 2 * i + 1] = DIGITS[bytes[i] & 15];
    }
  }

  /** Reads 16 hex digits as a big-endian word. */
  public static long word(CharSequence text, int offset) {
    long word = 0;
    int all = 0;
    for (int i = 0; i < 16; i++) {
      int digit = digit(text.charAt(offset + i));
      all |= digit;
      word = word << 4 | digit;
    }
    if (all < 0) {
      throw new IllegalArgumentException("not lower-case hex");
    }
    return word;
  }

  private static int digit(char c) {
    return c < VALUES.length ? VALUES[c] : -1;
  }

  private static byte[] values() {
    byte[] values = new byte[128];
    Arrays.fill(values, (byte) -1);
    for (int i = 0; i < DIGITS.length; i++) {
      values[DIGITS[i]] = (byte) i;
    }
    return values;
  }
}
