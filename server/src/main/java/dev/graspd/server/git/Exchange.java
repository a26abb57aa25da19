package dev.graspd.server.git;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One POST of a git client, as blocking streams that the web layer connects to its socket. Used on
 * git's own threads, never on an event loop.
 */
public interface Exchange {
  /** Returns the value of the {@code Git-Protocol} header, empty if there is none. */
  String gitProtocol();

  /** Returns the length of the body on the wire, where the client tells it. */
  OptionalLong contentLength();

  /** Returns the address that limits count for; empty for the operator's own, which has none. */
  Optional<String> client();

  /**
   * Returns the request's body, without transfer and content encoding. Reading fails when the
   * client is gone, makes no progress for a minute, or sends more than {@code maxBytes} (after
   * decoding): {@link BodyTooLargeException}.
   */
  InputStream body(long maxBytes);

  /** Answers with a status, a content type and what is then written. Once. */
  OutputStream answer(int status, String contentType) throws IOException;

  /** Answers with a status and a text for people; before {@link #answer}, or not at all. */
  void refuse(int status, String text);

  /** The body is larger than allowed. */
  final class BodyTooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    public BodyTooLargeException(String message) {
      super(message);
    }
  }
}
