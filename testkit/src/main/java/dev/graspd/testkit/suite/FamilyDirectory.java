package dev.graspd.testkit.suite;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Where a server of ours keeps the git data of an identifier. Written from the description of the
 * layout, so that tests share no code with the server.
 */
public final class FamilyDirectory {
  private static final int FAN_OUT_DIGITS = 2;

  private FamilyDirectory() {}

  /**
   * Returns the directory; it exists once something is published.
   *
   * @param data the directory that the server was started with
   */
  public static Path of(Path data, String identifier) {
    String hash = HexFormat.of().formatHex(sha256(identifier));
    return data.resolve("git/families").resolve(hash.substring(0, FAN_OUT_DIGITS)).resolve(hash);
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
