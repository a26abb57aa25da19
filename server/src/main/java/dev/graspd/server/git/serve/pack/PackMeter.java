package dev.graspd.server.git.serve.pack;

import dev.graspd.core.nostr.refusal.FetchReason;

/**
 * Charges heap while JGit finds the objects of a pack: only then the need of a light request is
 * known. For one thread.
 */
final class PackMeter {
  /** There is no heap for the pack: none became free in time, or it is above the limit. */
  static final class NoHeapException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FetchReason reason;

    private NoHeapException(FetchReason reason) {
      super(reason.name());
      this.reason = reason;
    }

    FetchReason reason() {
      return reason;
    }
  }

  private final Permits.Permit permit;
  private final long stepBytes;
  private long left;

  /** Begins with the heap of the permit. */
  PackMeter(Permits.Permit permit, long stepBytes) {
    this.permit = permit;
    this.stepBytes = stepBytes;
    this.left = permit.heapBytes();
  }

  /** Counts one object in memory; waits if there is no heap for it now. */
  void count() {
    left -= PackCost.OBJECT_BYTES;
    if (left < 0) {
      long more = Math.max(stepBytes, PackCost.OBJECT_BYTES);
      try {
        if (!permit.grow(more)) {
          throw new NoHeapException(
              permit.isTooMuch(more) ? FetchReason.FETCH_NEEDS_MEMORY : FetchReason.FETCH_BUSY);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new NoHeapException(FetchReason.FETCH_BUSY);
      }
      left += more;
    }
  }
}
