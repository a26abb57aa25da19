package dev.graspd.server.git;

import dev.graspd.server.charge.Payer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * One request whose answer comes piece by piece, as blocking streams that the web layer connects to
 * its socket: a POST of a git client, a file, a download. Never used on an event loop.
 */
public interface Exchange {
  /** Returns the value of the {@code Git-Protocol} header, empty if there is none. */
  String gitProtocol();

  /** Returns the length of the body on the wire, if the client sends it. */
  OptionalLong contentLength();

  /** Returns the payer of this request's resources. */
  Payer payer();

  /**
   * Returns the request's body, without transfer and content encoding. Reading fails when the
   * client is gone, makes no progress for a minute, or sends more than {@code maxBytes} (after
   * decoding): {@link BodyTooLargeException}.
   */
  InputStream body(long maxBytes);

  /**
   * Limits the time for the rest of the body, from now on; then reading fails with {@link
   * BodyTooSlowException}. Before the first call, the limit of the web layer counts. A complete
   * body is never too slow.
   */
  default void readWithin(Duration time) {}

  /** Makes reading fail with {@link BodyTooSlowException} at once; from any thread. */
  default void stopReading(String why) {}

  /**
   * Answers with a status, a content type and the bytes written to the stream; closing the stream
   * ends the exchange. Once. Small writes are gathered until a flush. A write waits for a slow
   * client, and fails when it is gone or too slow. The rest of the body is dropped after the end.
   */
  OutputStream answer(int status, String contentType) throws IOException;

  /** Answers with a known length, which the client receives. */
  default OutputStream answer(int status, String contentType, long bytes) throws IOException {
    return answer(status, contentType);
  }

  /**
   * Answers with headers of one's own.
   *
   * @param bytes the length, if it is known
   */
  default OutputStream answer(int status, SortedMap<String, String> headers, OptionalLong bytes)
      throws IOException {
    return answer(status, headers.getOrDefault("Content-Type", "application/octet-stream"));
  }

  /**
   * Answers with a status and a text for people; only before {@link #answer}. A 503 tells the
   * client when to try again.
   */
  void refuse(int status, String text);

  /**
   * Ends the exchange after a fault: with a 500 before an answer, otherwise by cutting the
   * connection, because the end of an answer means success. Has no effect on an ended exchange. The
   * caller must call this for every unexpected fault; otherwise the client waits for ever.
   */
  void abort(Throwable cause);

  /** The body did not arrive in time. */
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
