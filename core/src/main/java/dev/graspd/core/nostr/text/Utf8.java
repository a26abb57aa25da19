package dev.graspd.core.nostr.text;

/** Strict UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF. */
public final class Utf8 {
  private Utf8() {}

  /** Returns whether the bytes are well-formed UTF-8. */
  public static boolean isValid(byte[] bytes) {
    int i = 0;
    while (i < bytes.length) {
      if (bytes[i] >= 0) {
        i++;
        continue;
      }
      int length = sequenceLength(bytes, i);
      if (length == 0) {
        return false;
      }
      i += length;
    }
    return true;
  }

  /** Returns the length of the well-formed sequence that starts here, 0 if there is none. */
  private static int sequenceLength(byte[] bytes, int i) {
    int lead = bytes[i] & 0xFF;
    int left = bytes.length - i;
    if (lead >= 0xC2 && lead <= 0xDF) {
      return left >= 2 && isTail(bytes[i + 1]) ? 2 : 0;
    }
    if (lead >= 0xE0 && lead <= 0xEF) {
      int low = lead == 0xE0 ? 0xA0 : 0x80;
      int high = lead == 0xED ? 0x9F : 0xBF;
      return left >= 3 && isBetween(bytes[i + 1], low, high) && isTail(bytes[i + 2]) ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
      int low = lead == 0xF0 ? 0x90 : 0x80;
      int high = lead == 0xF4 ? 0x8F : 0xBF;
      return left >= 4
              && isBetween(bytes[i + 1], low, high)
              && isTail(bytes[i + 2])
              && isTail(bytes[i + 3])
          ? 4
          : 0;
    }
    return 0;
  }

  private static boolean isTail(byte b) {
    return (b & 0xC0) == 0x80;
  }

  private static boolean isBetween(byte b, int low, int high) {
    int value = b & 0xFF;
    return value >= low && value <= high;
  }

  /** Returns how many bytes the text has in UTF-8; half of a surrogate pair counts three. */
  public static int length(String text) {
    int bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        boolean pair = i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1));
        bytes += c < 0x800 ? 1 : 2;
        i += pair ? 1 : 0;
      }
    }
    return bytes;
  }

  /** Returns whether a Java string has no half of a surrogate pair, that is, has a UTF-8 form. */
  public static boolean hasUtf8Form(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean pair =
            Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!pair) {
          return false;
        }
        i++;
      }
    }
    return true;
  }
}
