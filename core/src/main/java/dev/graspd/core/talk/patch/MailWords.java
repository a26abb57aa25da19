package dev.graspd.core.talk.patch;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what mail programs write in place of characters beyond ASCII: {@code =?UTF-8?q?=C3=BC?=}
 * (RFC 2047). git does so with subjects and names. It leaves other text as it is.
 */
public final class MailWords {
  private static final Pattern WORD =
      Pattern.compile("=\\?([A-Za-z0-9-]{1,20})\\?([qQbB])\\?([!->@-~]{0,200})\\?=");

  private MailWords() {}

  /** Returns a header's value with its words read; the space between two of them goes. */
  public static String read(String value) {
    if (!value.contains("=?")) {
      return value;
    }
    StringBuilder text = new StringBuilder();
    ByteArrayOutputStream open = new ByteArrayOutputStream();
    Optional<Charset> charset = Optional.empty();
    Matcher word = WORD.matcher(value);
    int end = 0;
    while (word.find()) {
      Optional<Charset> own = charset(word.group(1));
      Optional<byte[]> bytes = own.flatMap(_ -> bytes(word.group(2), word.group(3)));
      String between = value.substring(end, word.start());
      if (bytes.isEmpty() || !between.isBlank() || !own.equals(charset)) {
        close(text, open, charset);
        charset = Optional.empty();
        text.append(between);
      }
      if (bytes.isPresent()) {
        // A character may begin in one word and end in the next.
        open.writeBytes(bytes.get());
        charset = own;
      } else {
        text.append(word.group());
      }
      end = word.end();
    }
    close(text, open, charset);
    return text.append(value, end, value.length()).toString();
  }

  private static void close(
      StringBuilder text, ByteArrayOutputStream open, Optional<Charset> charset) {
    charset.ifPresent(one -> text.append(open.toString(one)));
    open.reset();
  }

  private static Optional<Charset> charset(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "utf-8", "us-ascii" -> Optional.of(StandardCharsets.UTF_8);
      case "iso-8859-1" -> Optional.of(StandardCharsets.ISO_8859_1);
      default -> Optional.empty();
    };
  }

  private static Optional<byte[]> bytes(String encoding, String text) {
    return encoding.equalsIgnoreCase("b") ? ofBase64(text) : ofQuoted(text);
  }

  private static Optional<byte[]> ofBase64(String text) {
    try {
      return Optional.of(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static Optional<byte[]> ofQuoted(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c != '=') {
        bytes.write(c == '_' ? ' ' : c);
        continue;
      }
      int high = at + 2 < text.length() ? Character.digit(text.charAt(at + 1), 16) : -1;
      int low = at + 2 < text.length() ? Character.digit(text.charAt(at + 2), 16) : -1;
      if (high < 0 || low < 0) {
        return Optional.empty();
      }
      bytes.write(high << 4 | low);
      at += 2;
    }
    return Optional.of(bytes.toByteArray());
  }
}
