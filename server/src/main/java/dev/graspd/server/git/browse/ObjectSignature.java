package dev.graspd.server.git.browse;

/** A signature that a commit or a tag carries; it is not checked here. */
public enum ObjectSignature {
  NONE,
  PGP,
  SSH,
  X509,
  OTHER;

  private static final String BEGIN = "-----BEGIN ";

  /** Recognises one by how it begins. */
  public static ObjectSignature of(byte @org.jspecify.annotations.Nullable [] raw) {
    if (raw == null || raw.length == 0) {
      return NONE;
    }
    String text = new String(raw, java.nio.charset.StandardCharsets.ISO_8859_1);
    if (text.startsWith(BEGIN + "PGP")) {
      return PGP;
    }
    if (text.startsWith(BEGIN + "SSH")) {
      return SSH;
    }
    return text.startsWith(BEGIN + "SIGNED MESSAGE") ? X509 : OTHER;
  }
}
