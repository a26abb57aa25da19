package dev.graspd.server.site.openapi;

import java.util.Locale;

/** A part of an address, by its name in braces. */
enum ApiParameter {
  NPUB(
      "The owner of the repository, as npub",
      "npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg",
      false),
  IDENTIFIER("The identifier of the repository, percent-encoded and whole", "tool", false),
  REV("HEAD, a branch, a tag, a whole ref name or at least 7 digits of a commit id", "main", true),
  PATH("Names with slashes between them, each percent-encoded as its bytes", "src/main.c", true),
  OID("At least 7 digits of a commit id", "4f2a4f2a4f2a4f2a4f2a4f2a4f2a4f2a4f2a4f2a", false),
  FROM("A revision", "v1", true),
  TO("A revision", "main", true),
  EVENT(
      "The id of an event, in hex",
      "abababababababababababababababababababababababababababababababab",
      false),
  REF("The whole name of a ref", "refs/heads/main", true);

  private final String description;
  private final String example;
  private final boolean hasSlashes;

  ApiParameter(String description, String example, boolean hasSlashes) {
    this.description = description;
    this.example = example;
    this.hasSlashes = hasSlashes;
  }

  static ApiParameter of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  String description() {
    return description;
  }

  String example() {
    return example;
  }

  /** Returns whether slashes stay as they are; OpenAPI itself has no word for it. */
  boolean hasSlashes() {
    return hasSlashes;
  }
}
