package dev.graspd.core.store;

/** The store could not write. Nothing of the work is stored. */
public final class StorageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The kind of fault. */
  public enum Fault {
    /** Below the reserve; goes away when there is room again. */
    FULL,
    /** A write or sync failed; the store refuses all writes until the process restarts. */
    BROKEN,
    /** The store is closing. */
    CLOSED
  }

  private final Fault fault;

  public StorageException(Fault fault, String message) {
    super(message);
    this.fault = fault;
  }

  public StorageException(Fault fault, String message, Throwable cause) {
    super(message, cause);
    this.fault = fault;
  }

  public Fault fault() {
    return fault;
  }
}
