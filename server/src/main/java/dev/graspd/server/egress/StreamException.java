package dev.graspd.server.egress;

import java.io.IOException;

/** An answer that ended before it was complete. */
public final class StreamException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Failure failure;

  StreamException(Failure failure) {
    super(failure.text());
    this.failure = failure;
  }

  /** Returns what the target did wrong, or that we called it off. */
  public Failure failure() {
    return failure;
  }
}
