package dev.graspd.server.site.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * Names and lines, which are bytes: as text for people, and exactly in Base64 if they are not UTF-8
 * (W-87).
 */
final class NameJson {
  private static final String EXACT = "_base64";

  private NameJson() {}

  /** Writes bytes as two fields. */
  static void write(JsonGenerator out, String field, byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    out.writeStringProperty(field, text);
    boolean isText = Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes);
    JsonDocument.writeText(
        out, field + EXACT, isText ? Optional.empty() : Optional.of(base64(bytes)));
  }

  /** Writes bytes as two fields, or null twice. */
  static void write(JsonGenerator out, String field, Optional<byte[]> bytes) {
    if (bytes.isPresent()) {
      write(out, field, bytes.get());
    } else {
      out.writeNullProperty(field);
      out.writeNullProperty(field + EXACT);
    }
  }

  static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
