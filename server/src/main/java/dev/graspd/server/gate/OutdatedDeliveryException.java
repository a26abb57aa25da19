package dev.graspd.server.gate;

import java.io.IOException;

/** Objects were checked against data that has changed since; nothing is wrong with the disk. */
public final class OutdatedDeliveryException extends IOException {
  private static final long serialVersionUID = 1L;

  public OutdatedDeliveryException(String message) {
    super(message);
  }
}
