package dev.graspd.server.web.exchange;

import java.io.IOException;

/** The client went away or was too slow; no answer can reach it. */
final class ClientGoneException extends IOException {
  private static final long serialVersionUID = 1L;

  ClientGoneException(String message) {
    super(message);
  }
}
