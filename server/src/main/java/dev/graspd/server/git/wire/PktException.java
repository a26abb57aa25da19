package dev.graspd.server.git.wire;

import java.io.IOException;

/** What was read is no stream of pkt-lines, or not the one that was expected. */
public final class PktException extends IOException {
  private static final long serialVersionUID = 1L;

  public PktException(String message) {
    super(message);
  }
}
