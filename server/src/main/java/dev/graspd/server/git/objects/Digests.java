package dev.graspd.server.git.objects;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Makes digests. */
public final class Digests {
  private Digests() {}

  /**
   * Returns a SHA-1 for checksums of files. JGit hashes objects: its SHA-1 detects known attacks.
   */
  public static MessageDigest sha1() {
    return digest("SHA-1");
  }

  public static MessageDigest sha256() {
    return digest("SHA-256");
  }

  private static MessageDigest digest(String name) {
    try {
      return MessageDigest.getInstance(name);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has " + name, e);
    }
  }
}
