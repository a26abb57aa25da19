package dev.graspd.server.web.exchange;

import java.io.IOException;

/** The body of a request is not what HTTP describes, a chunk without a length for example. */
final class MalformedBodyException extends IOException {
  private static final long serialVersionUID = 1L;

  MalformedBodyException() {
    super("the body is malformed");
  }
}
