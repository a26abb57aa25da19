package dev.graspd.server.store.lmdb.table;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Hexadecimal between text and keys in one pass, without objects in between. */
final class HexWords {
  private static final int DIGITS_PER_WORD = 16;
  private static final byte[] VALUES = new byte[128];

  static {
    Arrays.fill(VALUES, (byte) -1);
    for (int i = 0; i < 16; i++) {
      VALUES["0123456789abcdef".charAt(i)] = (byte) i;
    }
  }

  private HexWords() {}

  /** Reads sixteen digits that are known to be right. */
  static long read(ByteBuffer text, int at) {
    long word = 0;
    for (int i = 0; i < DIGITS_PER_WORD; i++) {
      word = word << 4 | VALUES[text.get(at + i) & 0x7F];
    }
    return word;
  }

  /** Writes the bytes that the digits stand for; false if the text is not lower-case hex. */
  static boolean put(ByteBuffer out, String digits) {
    for (int at = 0; at < digits.length(); at += DIGITS_PER_WORD) {
      long word = 0;
      for (int i = at; i < at + DIGITS_PER_WORD; i++) {
        char c = digits.charAt(i);
        int value = c < VALUES.length ? VALUES[c] : -1;
        if (value < 0) {
          return false;
        }
        word = word << 4 | value;
      }
      out.putLong(word);
    }
    return true;
  }
}
