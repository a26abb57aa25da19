package dev.graspd.server.store;

/** The directory holds something that this version cannot open; the message says what to do. */
public final class StoreOpenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoreOpenException(String message) {
    super(message);
  }

  public StoreOpenException(String message, Throwable cause) {
    super(message, cause);
  }
}
