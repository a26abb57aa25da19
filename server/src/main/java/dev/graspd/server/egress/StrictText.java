package dev.graspd.server.egress;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Text that is UTF-8, without guessing. */
final class StrictText {
  private static final char REPLACEMENT = '\uFFFD';

  private StrictText() {}

  /** Returns the text, if the bytes are one. */
  static Optional<String> decode(byte[] utf8) {
    String text = new String(utf8, StandardCharsets.UTF_8);
    // The fast way replaces what is wrong; only a text with that character needs a second look.
    return text.indexOf(REPLACEMENT) < 0 || isUtf8(utf8) ? Optional.of(text) : Optional.empty();
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      var _ = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException _) {
      return false;
    }
  }
}
