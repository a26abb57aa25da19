package dev.graspd.server.git.wire;

import java.io.IOException;

/** The bytes are no stream of pkt-lines, or not the expected one. */
public final class PktException extends IOException {
  private static final long serialVersionUID = 1L;

  public PktException(String message) {
    super(message);
  }
}
