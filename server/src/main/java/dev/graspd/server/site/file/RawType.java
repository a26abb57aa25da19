package dev.graspd.server.site.file;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The content type under which a file is sent as it is (W-70). Browsers never guess another one,
 * and never run what is in it.
 *
 * @param isAttachment whether browsers save it instead of showing it
 */
public record RawType(String contentType, boolean isAttachment) {
  /** The bytes that are enough to decide. */
  public static final int LOOK_BYTES = 8_000;

  private static final RawType TEXT = new RawType("text/plain; charset=utf-8", false);
  private static final RawType OTHER = new RawType("application/octet-stream", true);

  /**
   * Decides by the name and the first bytes of a file.
   *
   * @param name its last name
   */
  public static RawType of(String name, byte[] beginning) {
    String image = image(beginning);
    if (!image.isEmpty()) {
      return new RawType(image, false);
    }
    if (isBinary(beginning)) {
      return OTHER;
    }
    return name.endsWith(".svg") ? new RawType("image/svg+xml", false) : TEXT;
  }

  private static String image(byte[] bytes) {
    if (begins(bytes, 0, "\u0089PNG\r\n\u001a\n")) {
      return "image/png";
    }
    if (begins(bytes, 0, "\u00ff\u00d8\u00ff")) {
      return "image/jpeg";
    }
    if (begins(bytes, 0, "GIF87a") || begins(bytes, 0, "GIF89a")) {
      return "image/gif";
    }
    if (begins(bytes, 0, "RIFF") && begins(bytes, 8, "WEBP")) {
      return "image/webp";
    }
    return begins(bytes, 4, "ftypavif") ? "image/avif" : "";
  }

  private static boolean begins(byte[] bytes, int at, String magic) {
    byte[] wanted = magic.getBytes(StandardCharsets.ISO_8859_1);
    return bytes.length >= at + wanted.length
        && Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length);
  }

  /** As git decides: a NUL among the first bytes. */
  private static boolean isBinary(byte[] bytes) {
    for (int i = 0; i < Math.min(bytes.length, LOOK_BYTES); i++) {
      if (bytes[i] == 0) {
        return true;
      }
    }
    return false;
  }
}
