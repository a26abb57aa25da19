package dev.graspd.server.git.download;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/**
 * Changes that attributes make to a file when it leaves git, as C git makes them. Texts are bytes
 * as Latin-1.
 */
final class ExportedText {
  private static final String FORMAT = "$Format:";
  private static final String IDENT = "Id";

  /** Formats of a commit may make a file so much longer. */
  private static final int GROWTH_BYTES_MAX = 1 << 20;

  private ExportedText() {}

  /**
   * Returns a file as a download has it.
   *
   * @param oid of the file
   * @param format writes a format of a commit
   */
  static byte[] of(
      byte[] content, EntryAttributes attributes, String oid, UnaryOperator<String> format) {
    byte[] changed = attributes.hasIdent() ? withIdent(content, oid) : content;
    if (attributes.endsLinesWithCr()) {
      changed = withCr(changed, attributes.isTextByLook());
    }
    return attributes.hasFormats() ? withFormats(changed, format) : changed;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  // ---- $Id$

  private static byte[] withIdent(byte[] content, String oid) {
    String source = text(content);
    StringBuilder out = new StringBuilder(source.length() + 64);
    int at = 0;
    int dollar = source.indexOf('$');
    while (dollar >= 0) {
      out.append(source, at, dollar + 1);
      at = dollar + 1;
      int end = endOfIdent(source, at);
      if (end > 0) {
        out.append(IDENT).append(": ").append(oid).append(" $");
        at = end;
      }
      dollar = source.indexOf('$', at);
    }
    return bytes(out.append(source, at, source.length()).toString());
  }

  /** Returns the place behind {@code Id$} or {@code Id:…$}; 0 if it is not there. */
  private static int endOfIdent(String source, int at) {
    if (!source.startsWith(IDENT, at) || at + IDENT.length() >= source.length()) {
      return 0;
    }
    int next = at + IDENT.length();
    if (source.charAt(next) == '$') {
      return next + 1;
    }
    int dollar = source.charAt(next) == ':' ? source.indexOf('$', next + 1) : -1;
    if (dollar < 0 || source.substring(next, dollar).indexOf('\n') >= 0) {
      return 0;
    }
    // With a space elsewhere it is of another system.
    boolean isForeign = next + 2 < dollar - 1 && source.indexOf(' ', next + 2, dollar - 1) >= 0;
    return isForeign ? 0 : dollar + 1;
  }

  // ---- ends of lines

  private static byte[] withCr(byte[] content, boolean isTextByLook) {
    if (isTextByLook && !looksLikeText(content)) {
      return content;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(content.length + content.length / 32);
    for (int i = 0; i < content.length; i++) {
      if (content[i] == '\n' && (i == 0 || content[i - 1] != '\r')) {
        out.write('\r');
      }
      out.write(content[i]);
    }
    return out.toByteArray();
  }

  /** As C git decides: no CR, no NUL, and few other bytes that cannot be printed. */
  private static boolean looksLikeText(byte[] content) {
    int printable = 0;
    int others = 0;
    for (byte one : content) {
      int c = one & 0xff;
      if (c == '\r' || c == 0) {
        return false;
      }
      boolean isOther = c == 127 || (c < 32 && "\n\b\t\u001b\f".indexOf(c) < 0);
      others += isOther ? 1 : 0;
      printable += isOther || c == '\n' ? 0 : 1;
    }
    boolean endsWithMark = content.length > 0 && content[content.length - 1] == 0x1a;
    return printable >> 7 >= others - (endsWithMark ? 1 : 0);
  }

  // ---- $Format:…$

  /** A file that would grow by more than a bound stays as it is. */
  private static byte[] withFormats(byte[] content, UnaryOperator<String> format) {
    String source = text(content);
    StringBuilder out = new StringBuilder(source.length() + 256);
    int at = 0;
    int begin = source.indexOf(FORMAT);
    int end = begin < 0 ? -1 : source.indexOf('$', begin + FORMAT.length());
    while (end >= 0) {
      out.append(source, at, begin);
      out.append(format.apply(source.substring(begin + FORMAT.length(), end)));
      if (out.length() > end + (long) GROWTH_BYTES_MAX) {
        return content;
      }
      at = end + 1;
      begin = source.indexOf(FORMAT, at);
      end = begin < 0 ? -1 : source.indexOf('$', begin + FORMAT.length());
    }
    return bytes(out.append(source, at, source.length()).toString());
  }
}
