package dev.graspd.core.nostr.text;

import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/** The one way to open a JSON text: a streaming parser with hard limits. */
public final class Json {
  /** An EVENT message needs four levels; the rest is for unknown fields, which are skipped. */
  static final int DEPTH_MAX = 16;

  static final int STRING_CHARACTERS_MAX = 2 * 1024 * 1024;
  static final int NUMBER_CHARACTERS_MAX = 32;
  static final int NAME_CHARACTERS_MAX = 1024;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          // Text on the wire is UTF-8; zero bytes at its start must not make it UTF-16 or UTF-32.
          .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEPTH_MAX)
                  .maxStringLength(STRING_CHARACTERS_MAX)
                  .maxNumberLength(NUMBER_CHARACTERS_MAX)
                  .maxNameLength(NAME_CHARACTERS_MAX)
                  .build())
          .build();

  private Json() {}

  /** Opens a text that is known to be UTF-8. The parser throws only {@code JacksonException}. */
  public static JsonParser open(byte[] text) {
    return FACTORY.createParser(ObjectReadContext.empty(), text);
  }
}
