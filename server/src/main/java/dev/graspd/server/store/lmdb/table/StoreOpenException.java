package dev.graspd.server.store.lmdb.table;

/** The directory holds something that this version cannot open; the message says what to do. */
public final class StoreOpenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StoreOpenException(String message) {
    super(message);
  }

  StoreOpenException(String message, Throwable cause) {
    super(message, cause);
  }
}
