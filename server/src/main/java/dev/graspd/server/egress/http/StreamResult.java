package dev.graspd.server.egress.http;

import dev.graspd.server.egress.dial.Failure;

/** The result of a request whose answer is read as it arrives. */
public sealed interface StreamResult {
  /** An answer of any status; the caller closes it. */
  record Answered(StreamAnswer answer) implements StreamResult {}

  /**
   * No answer.
   *
   * @param redirected whether it failed after a redirect
   */
  record Failed(Failure failure, boolean redirected) implements StreamResult {
    /** A failure before any redirect. */
    Failed(Failure failure) {
      this(failure, false);
    }
  }
}
