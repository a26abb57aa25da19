package dev.graspd.core.search;

import java.text.Normalizer;
import java.util.Locale;

/** Makes words equal that differ in case, accents or the form of their characters (N50-3). */
final class Folding {
  private static final char ACCENTS_FIRST = 0x300;
  private static final char ACCENTS_LAST = 0x36f;

  private Folding() {}

  /** Removes accents and forms of characters, and keeps upper case: words are split at it. */
  static String withoutAccents(String text) {
    if (isAscii(text)) {
      return text;
    }
    String apart = Normalizer.normalize(text, Normalizer.Form.NFKD);
    StringBuilder kept = new StringBuilder(apart.length());
    for (int i = 0; i < apart.length(); i++) {
      char c = apart.charAt(i);
      if (c < ACCENTS_FIRST || c > ACCENTS_LAST) {
        append(kept, c);
      }
    }
    // Signs of other scripts are letters to their readers: they come together again.
    return Normalizer.normalize(kept, Normalizer.Form.NFC);
  }

  /** Letters that Unicode does not take apart. */
  private static void append(StringBuilder out, char c) {
    switch (c) {
      case 'ø' -> out.append('o');
      case 'Ø' -> out.append('O');
      case 'đ' -> out.append('d');
      case 'Đ' -> out.append('D');
      case 'ł' -> out.append('l');
      case 'Ł' -> out.append('L');
      case 'æ' -> out.append("ae");
      case 'Æ' -> out.append("AE");
      case 'œ' -> out.append("oe");
      case 'Œ' -> out.append("OE");
      case 'ß' -> out.append("ss");
      case 'ẞ' -> out.append("SS");
      case 'ı' -> out.append('i');
      default -> out.append(c);
    }
  }

  static String lower(String text) {
    // A Greek sigma at the end of a word has a form of its own.
    return text.toLowerCase(Locale.ROOT).replace('ς', 'σ');
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }
}
