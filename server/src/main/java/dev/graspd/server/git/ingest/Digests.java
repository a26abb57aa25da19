package dev.graspd.server.git.ingest;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Makes digests. */
final class Digests {
  private Digests() {}

  /**
   * Returns a SHA-1 for checksums of files. Ids of objects are hashed by JGit's, which notices the
   * known attacks.
   */
  static MessageDigest sha1() {
    try {
      return MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }
}
