package dev.graspd.server.git.wire;

import dev.graspd.core.nostr.text.Utf8;
import java.nio.charset.StandardCharsets;

/** One item of a stream of pkt-lines. */
public sealed interface Pkt {
  /** Bytes of a line, its four digits included, that git sends and takes. */
  int BYTES_MAX = 65_520;

  /** Bytes of the digits before each line. */
  int LENGTH_BYTES = 4;

  /** Bytes that one line carries. */
  int PAYLOAD_BYTES_MAX = BYTES_MAX - LENGTH_BYTES;

  /** A line with a payload, which may be empty. */
  record Data(byte[] payload) implements Pkt {
    /**
     * Returns the payload as text, without the line feed that may end it.
     *
     * @throws PktException if it is not UTF-8
     */
    public String text() throws PktException {
      if (!Utf8.isValid(payload)) {
        throw new PktException("line is not UTF-8");
      }
      int end = payload.length;
      if (end > 0 && payload[end - 1] == '\n') {
        end--;
      }
      return new String(payload, 0, end, StandardCharsets.UTF_8);
    }
  }

  /** {@code 0000}: ends a message or a list. */
  record Flush() implements Pkt {}

  /** {@code 0001}: separates sections (protocol v2). */
  record Delim() implements Pkt {}

  /** {@code 0002}: ends a stateless response (protocol v2). */
  record ResponseEnd() implements Pkt {}

  /** The end of the stream, not within a line. */
  record End() implements Pkt {}
}
