package dev.graspd.server.egress.http;

import dev.graspd.server.egress.dial.Failure;
import java.io.IOException;

/** An answer that ended before it was complete. */
public final class StreamException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Failure failure;

  StreamException(Failure failure) {
    super(failure.text());
    this.failure = failure;
  }

  /** Returns why the answer is incomplete. */
  public Failure failure() {
    return failure;
  }
}
