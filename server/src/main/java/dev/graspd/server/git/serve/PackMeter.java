package dev.graspd.server.git.serve;

/**
 * Charges heap while the objects of a pack are found: what a light request needs is known only
 * then. For one thread.
 */
final class PackMeter {
  /** The heap that it needs did not become free in time. */
  static final class NoHeapException extends RuntimeException {
    private static final long serialVersionUID = 1L;
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
          throw new NoHeapException();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new NoHeapException();
      }
      left += more;
    }
  }
}
