package dev.graspd.server.git;

import dev.graspd.server.charge.Payer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
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

  /** Returns whom what this request takes is counted for. */
  Payer payer();

  /**
   * Returns the request's body, without transfer and content encoding. Reading fails when the
   * client is gone, makes no progress for a minute, or sends more than {@code maxBytes} (after
   * decoding): {@link BodyTooLargeException}.
   */
  InputStream body(long maxBytes);

  /**
   * Gives the client so long from now on for the rest of its body; then reading fails with {@link
   * BodyTooSlowException}. Until this is called, what the web layer allows counts. A body that is
   * all here is never too slow.
   */
  default void readWithin(Duration time) {}

  /** Makes reading fail with {@link BodyTooSlowException} at once; from any thread. */
  default void stopReading(String why) {}

  /**
   * Answers with a status, a content type and what is then written; closing the stream ends the
   * exchange. Once. Small writes are gathered until a flush. A write waits for a slow client, and
   * fails when it is gone or too slow. What is left of the body is thrown away after the end.
   */
  OutputStream answer(int status, String contentType) throws IOException;

  /** The same for an answer whose length is known, which the client is told. */
  default OutputStream answer(int status, String contentType, long bytes) throws IOException {
    return answer(status, contentType);
  }

  /**
   * Answers with a status and a text for people; before {@link #answer}, or not at all. A 503 tells
   * the client when to come back.
   */
  void refuse(int status, String text);

  /**
   * Ends the exchange because something went wrong: with a 500 if nothing was answered yet, else by
   * cutting the connection, since the end of an answer would be taken for its success. An exchange
   * that has ended stays as it is. Whoever carries out an exchange calls this for everything that
   * it does not expect; otherwise the client waits for ever.
   */
  void abort(Throwable cause);

  /** The body did not come in the time that it had. */
  final class BodyTooSlowException extends IOException {
    private static final long serialVersionUID = 1L;

    public BodyTooSlowException(String message) {
      super(message);
    }
  }

  /** The body is larger than allowed. */
  final class BodyTooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    public BodyTooLargeException(String message) {
      super(message);
    }
  }
}
