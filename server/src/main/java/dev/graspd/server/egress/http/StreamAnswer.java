package dev.graspd.server.egress.http;

import dev.graspd.server.egress.dial.Target;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.InputStream;
import java.util.Optional;

/** The answer to a request: its head, and its body as it arrives. For one thread. */
public final class StreamAnswer implements AutoCloseable {
  private final Target target;
  private final int status;
  private final HttpHeaders headers;
  private final ResponsePipe body;

  StreamAnswer(Target target, int status, HttpHeaders headers, ResponsePipe body) {
    this.target = target;
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  /** Returns the target that answered; after redirects not the first one. */
  public Target target() {
    return target;
  }

  public int status() {
    return status;
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  /** Returns the body; its reads wait, and fail with a {@link StreamException}. */
  public InputStream body() {
    return body;
  }

  /** Ends the connection, even within the body. */
  @Override
  public void close() {
    body.close();
  }
}
