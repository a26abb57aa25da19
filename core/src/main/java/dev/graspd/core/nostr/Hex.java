package dev.graspd.core.nostr;

/** Lower-case hexadecimal, the only spelling that Nostr allows. */
public final class Hex {
  private static final byte[] DIGITS = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  private Hex() {}

  /** Returns whether the text has exactly this many lower-case hexadecimal digits. */
  public static boolean isLowerHex(CharSequence text, int length) {
    if (text.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (digit(text.charAt(i)) < 0) {
        return false;
      }
    }
    return true;
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
    for (int i = 0; i < bytes.length; i++) {
      int high = digit(text.charAt(2 * i));
      int low = digit(text.charAt(2 * i + 1));
      if (high < 0 || low < 0) {
        throw new IllegalArgumentException("not lower-case hex");
      }
      bytes[i] = (byte) (high << 4 | low);
    }
    return bytes;
  }

  /** Encodes as lower-case hex. */
  @SuppressWarnings("deprecation") // the ISO-8859-1 constructor is the fastest way from ASCII bytes
  public static String encode(byte[] bytes) {
    byte[] text = new byte[bytes.length * 2];
    for (int i = 0; i < bytes.length; i++) {
      text[2 * i] = DIGITS[(bytes[i] >> 4) & 15];
      text[2 * i + 1] = DIGITS[bytes[i] & 15];
    }
    return new String(text, 0);
  }

  /** Writes the 16 hex digits of a big-endian word. */
  static void putWord(long word, byte[] target, int offset) {
    for (int i = 15; i >= 0; i--) {
      target[offset + i] = DIGITS[(int) (word & 15)];
      word >>>= 4;
    }
  }

  /** Reads 16 hex digits as a big-endian word. */
  static long word(CharSequence text, int offset) {
    long word = 0;
    for (int i = 0; i < 16; i++) {
      int digit = digit(text.charAt(offset + i));
      if (digit < 0) {
        throw new IllegalArgumentException("not lower-case hex");
      }
      word = word << 4 | digit;
    }
    return word;
  }

  private static int digit(char c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
  }
}
