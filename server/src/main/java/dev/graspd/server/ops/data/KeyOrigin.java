package dev.graspd.server.ops.data;

import java.nio.file.Path;

/**
 * Where the server's key comes from (operations.md, O-12).
 *
 * @param kind for programs
 * @param text for people; names the place, never the key
 */
public record KeyOrigin(Kind kind, String text) {
  /** A key that belongs to no server yet. */
  static final KeyOrigin NOWHERE = new KeyOrigin(Kind.NEW, "nowhere, made now");

  /** The kind of place. */
  public enum Kind {
    ENVIRONMENT("environment"),
    CREDENTIAL("credential"),
    FILE("file"),
    NEW("new");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** Returns the name in JSON. */
    public String word() {
      return word;
    }
  }

  static KeyOrigin setting() {
    return new KeyOrigin(Kind.ENVIRONMENT, "NGIT_RELAY_OWNER_NSEC");
  }

  static KeyOrigin credential(String name) {
    return new KeyOrigin(Kind.CREDENTIAL, "the systemd credential " + name);
  }

  static KeyOrigin file(Path file) {
    return new KeyOrigin(Kind.FILE, "the file " + file);
  }

  static KeyOrigin made(Path file) {
    return new KeyOrigin(Kind.NEW, "the file " + file + ", made now");
  }
}
