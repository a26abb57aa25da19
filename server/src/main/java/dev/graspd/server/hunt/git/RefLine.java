package dev.graspd.server.hunt.git;

import dev.graspd.core.nostr.text.Utf8;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.wire.Pkt;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A line that begins with the id of an object.
 *
 * @param rest after the id and a space; empty if it is no text
 */
record RefLine(Oid id, String rest) {
  private static final String ERROR = "ERR ";

  static RefLine parse(Pkt.Data line) throws FetchException {
    String text = ascii(line);
    if (text.length() < Oid.DIGITS + 2 || text.charAt(Oid.DIGITS) != ' ') {
      throw FetchException.misbehaved("a line that names no object");
    }
    Oid id =
        Oid.parse(text.substring(0, Oid.DIGITS))
            .orElseThrow(() -> FetchException.misbehaved("a line that names no object"));
    // We ignore a name that is no text, but keep its object.
    return new RefLine(id, Utf8.isValid(line.payload()) ? utf8(line) : "");
  }

  private static String utf8(Pkt.Data line) {
    String text = new String(line.payload(), StandardCharsets.UTF_8);
    return withoutEnd(text).substring(Oid.DIGITS + 1);
  }

  /** Returns a line as text, one character for each byte. */
  static String ascii(Pkt.Data line) {
    return withoutEnd(new String(line.payload(), StandardCharsets.ISO_8859_1));
  }

  private static String withoutEnd(String text) {
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }

  /** Throws an error line of a server. */
  static void requireNoError(Pkt.Data line) throws FetchException {
    Optional<String> words =
        Optional.of(new String(line.payload(), StandardCharsets.UTF_8))
            .filter(text -> text.startsWith(ERROR))
            .map(text -> ServerText.of(text.substring(ERROR.length())));
    if (words.isPresent()) {
      throw new FetchException(new FetchFailure.Refused(words.get()));
    }
  }
}
