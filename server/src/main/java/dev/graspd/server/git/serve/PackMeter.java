package dev.graspd.server.git.serve;

import dev.graspd.core.nostr.Reason;

/**
 * Charges heap while the objects of a pack are found: what a light request needs is known only
 * then. For one thread.
 */
final class PackMeter {
  /** There is no heap for it: none became free in time, or no pack may have so much. */
  static final class NoHeapException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    private NoHeapException(Reason reason) {
      super(reason.name());
      this.reason = reason;
    }

    Reason reason() {
      return reason;
    }
  }

  private final Permits.Permit permit;
  private final long stepBytes;
  private long left;

  /** Begins with what the permit has. */
  PackMeter(Permits.Permit permit, long stepBytes) {
    this.permit = permit;
    this.stepBytes = stepBytes;
    this.left = permit.heapBytes();
  }

  /** Counts one object that is kept in mind; waits if there is no heap for it now. */
  void count() {
    left -= PackCost.OBJECT_BYTES;
    if (left < 0) {
      long more = Math.max(stepBytes, PackCost.OBJECT_BYTES);
      try {
        if (!permit.grow(more)) {
          throw new NoHeapException(
              permit.isTooMuch(more) ? Reason.FETCH_NEEDS_MEMORY : Reason.FETCH_BUSY);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new NoHeapException(Reason.FETCH_BUSY);
      }
      left += more;
    }
  }
}
