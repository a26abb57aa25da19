package dev.graspd.server.web.route;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Takes a path apart: split at slashes first, then each segment percent-decoded once (C-13). A
 * slash or ".." that appears by decoding is text of its segment and has no effect on the path.
 */
final class PathSegments {
  private PathSegments() {}

  /** Returns the segments; empty if an escape is malformed or the bytes are not UTF-8. */
  static Optional<List<String>> of(String path) {
    List<String> segments = new ArrayList<>();
    for (String raw : path.split("/", -1)) {
      Optional<String> segment = decode(raw);
      if (segment.isEmpty()) {
        return Optional.empty();
      }
      segments.add(segment.get());
    }
    return Optional.of(segments);
  }

  private static Optional<String> decode(String raw) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
    int at = 0;
    while (at < raw.length()) {
      boolean escaped = raw.charAt(at) == '%';
      // The codec reads the request line as Latin-1: one character is one byte.
      int value = escaped ? hexPair(raw, at + 1) : raw.charAt(at);
      if (value < 0 || value > 255) {
        return Optional.empty();
      }
      bytes.write(value);
      at += escaped ? 3 : 1;
    }
    return utf8(bytes.toByteArray());
  }

  private static int hexPair(String text, int at) {
    if (at + 2 > text.length()
        || !HexFormat.isHexDigit(text.charAt(at))
        || !HexFormat.isHexDigit(text.charAt(at + 1))) {
      return -1;
    }
    return HexFormat.fromHexDigits(text, at, at + 2);
  }

  private static Optional<String> utf8(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException _) {
      return Optional.empty();
    }
  }
}
