package dev.graspd.core.store;

/** The store could not write. What was asked for is not stored. */
public final class StorageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is wrong with the disk. */
  public enum Fault {
    /** Below the reserve; goes away when there is room again. */
    FULL,
    /** A write or sync failed; the store takes no more writes until the process starts again. */
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
