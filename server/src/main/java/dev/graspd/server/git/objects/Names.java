package dev.graspd.server.git.objects;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Makes names for packs. */
final class Names {
  private Names() {}

  /** Returns 40 hex digits that depend on a delivery and a pack's checksum. */
  static String hash(String delivery, byte[] checksum) {
    MessageDigest digest = Digests.sha1();
    digest.update(delivery.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest.digest(checksum));
  }
}
