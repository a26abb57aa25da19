package dev.graspd.server.site.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The bytes of a file as text (W-32).
 *
 * @param encoding the name of the encoding, if it is not UTF-8
 * @param endsWithNewline whether the last line has its end
 */
public record TextContent(List<String> lines, Optional<String> encoding, boolean endsWithNewline) {
  private static final int BOM = 2;

  public TextContent {
    lines = List.copyOf(lines);
  }

  /** Decodes a file: UTF-8, UTF-16 if it says so in its first bytes, otherwise Latin-1. */
  public static TextContent of(byte[] bytes) {
    Optional<Charset> wide = utf16(bytes);
    if (wide.isPresent()) {
      String text = new String(bytes, BOM, bytes.length - BOM, wide.get());
      return of(text, Optional.of("UTF-16"));
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return of(text.startsWith("\ufeff") ? text.substring(1) : text, Optional.empty());
    } catch (CharacterCodingException _) {
      return of(new String(bytes, StandardCharsets.ISO_8859_1), Optional.of("Latin-1"));
    }
  }

  private static Optional<Charset> utf16(byte[] bytes) {
    if (bytes.length < BOM) {
      return Optional.empty();
    }
    int mark = (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff);
    return switch (mark) {
      case 0xfeff -> Optional.of(StandardCharsets.UTF_16BE);
      case 0xfffe -> Optional.of(StandardCharsets.UTF_16LE);
      default -> Optional.empty();
    };
  }

  private static TextContent of(String text, Optional<String> encoding) {
    List<String> lines = new ArrayList<>();
    int from = 0;
    while (from < text.length()) {
      int end = text.indexOf('\n', from);
      int stop = end < 0 ? text.length() : end;
      boolean hasReturn = end > from && text.charAt(end - 1) == '\r';
      lines.add(text.substring(from, hasReturn ? stop - 1 : stop));
      from = stop + 1;
    }
    return new TextContent(lines, encoding, text.isEmpty() || text.endsWith("\n"));
  }
}
