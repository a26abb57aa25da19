package dev.graspd.server.git.objects;

import dev.graspd.core.repo.Identifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Where things are below the git data directory. A family's directory is named by a hash of its
 * identifier, so that no text of a stranger ever becomes part of a path; what is written down is
 * relative to the data directory, so that it can be moved.
 */
public record Layout(Path root) {
  private static final int FAN_OUT_DIGITS = 2;

  /** Returns the directory of all families. */
  public Path families() {
    return root.resolve("families");
  }

  /** Returns the directory of what belongs to no repository yet. */
  public Path quarantine() {
    return root.resolve("quarantine");
  }

  /**
   * Returns the file whose lock is held by whoever removes published packs, and shared by backups.
   */
  public Path removals() {
    return root.resolve("removals.lock");
  }

  /** Returns the name of a family's directory, relative to {@link #families}. */
  public static String name(Identifier family) {
    String hash = HexFormat.of().formatHex(sha256(family.text().getBytes(StandardCharsets.UTF_8)));
    return hash.substring(0, FAN_OUT_DIGITS) + "/" + hash;
  }

  /** Returns a family's directory; it exists once something is published. */
  public Path family(Identifier family) {
    return families().resolve(name(family));
  }

  /** Returns a family's object directory, as git names it. */
  public Path objects(Identifier family) {
    return family(family).resolve("objects");
  }

  /** Returns the directory of a family's packs. */
  public Path packs(Identifier family) {
    return objects(family).resolve("pack");
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
