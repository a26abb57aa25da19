package dev.graspd.server.git.ingest;

import dev.graspd.core.nostr.Reason;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.UnitPool;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;

/**
 * The memory that all checks of packs share: many small packs are checked at once, and one of the
 * largest at a time. Payers have it in turn. Small packs have a part of their own: a large one that
 * takes all the rest, and long, does not keep them waiting. Thread-safe.
 */
final class WorkingMemory {
  /** The part, beside the memory for large packs, that small ones have to themselves. */
  private static final int SMALL_PART = 8;

  /** At least so many small packs fit into their part at once. */
  private static final int SMALL_AT_ONCE = 8;

  private final UnitPool large;
  private final UnitPool small;
  private final long smallMax;

  WorkingMemory(long bytes, Duration waitMax) {
    long smallBytes = bytes / SMALL_PART;
    this.large = new UnitPool(bytes, waitMax);
    this.small = new UnitPool(smallBytes, waitMax);
    this.smallMax = smallBytes / SMALL_AT_ONCE;
  }

  /** Waits for so many bytes, or for all that there is. */
  UnitPool.Taken take(Payer payer, long bytes) throws IOException {
    UnitPool pool = bytes <= smallMax ? small : large;
    try {
      return pool.take(payer, bytes)
          .orElseThrow(() -> new RefusedException(Reason.SERVER_BUSY.refusal()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the server is stopping");
    }
  }

  /** Returns how many checks wait for memory. */
  int waiting() {
    return large.waiting() + small.waiting();
  }
}
