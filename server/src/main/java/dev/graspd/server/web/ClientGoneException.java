package dev.graspd.server.web;

import java.io.IOException;

/** The client went away or was too slow: nobody's fault here, and nobody is left to be told. */
final class ClientGoneException extends IOException {
  private static final long serialVersionUID = 1L;

  ClientGoneException(String message) {
    super(message);
  }
}
