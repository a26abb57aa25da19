package dev.graspd.server.git.browse.patch;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;

/** Values of headers of a mail (RFC 2047, RFC 5322). Pure. */
final class MailHeader {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final String WORD_BEGIN = "=?UTF-8?q?";
  private static final String WORD_END = "?=";

  /** The longest encoded word, without its beginning and end. */
  private static final int WORD_CHARS_MAX = 60;

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss Z", Locale.ROOT);

  private MailHeader() {}

  /** A text; encoded if it is not plain. */
  static String text(String text) {
    return isPlain(text) ? text : encoded(text);
  }

  /** The name of a person; in quotes if it has characters that mean something in an address. */
  static String name(String name) {
    if (!isPlain(name)) {
      return encoded(name);
    }
    boolean isSpecial = name.chars().anyMatch(c -> "()<>[]:;@,.\"\\".indexOf(c) >= 0);
    return isSpecial ? '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"' : name;
  }

  private static boolean isPlain(String text) {
    return !text.contains("=?") && text.chars().allMatch(c -> c >= ' ' && c < 0x7f);
  }

  private static String encoded(String text) {
    StringBuilder out = new StringBuilder(WORD_BEGIN);
    int length = 0;
    for (int c : text.codePoints().toArray()) {
      String more = encoded(c);
      if (length + more.length() > WORD_CHARS_MAX) {
        out.append(WORD_END).append("\n ").append(WORD_BEGIN);
        length = 0;
      }
      out.append(more);
      length += more.length();
    }
    return out.append(WORD_END).toString();
  }

  private static String encoded(int c) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) {
      return Character.toString(c);
    }
    StringBuilder out = new StringBuilder();
    for (byte one : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
      out.append('=').append(HEX.toHexDigits(one));
    }
    return out.toString();
  }

  /** A time; the epoch for one that no calendar has. */
  static String date(long seconds, int offsetMinutes) {
    try {
      return DATE.format(
          Instant.ofEpochSecond(seconds).atOffset(ZoneOffset.ofTotalSeconds(offsetMinutes * 60)));
    } catch (DateTimeException _) {
      return DATE.format(Instant.EPOCH.atOffset(ZoneOffset.UTC));
    }
  }
}
