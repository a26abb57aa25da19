package dev.graspd.server.git.ingest.budget;

import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.UnitPool;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;

/**
 * The memory that all checks of packs share: it is enough for many small packs, or for one of the
 * largest. Payers take turns. Small packs have a part of their own, so that they do not wait for a
 * large one. Thread-safe.
 */
public final class WorkingMemory {
  /** The part for small packs only, beside the memory for large ones. */
  private static final int SMALL_PART = 8;

  /** At least so many small packs fit into their part at once. */
  private static final int SMALL_AT_ONCE = 8;

  private final UnitPool large;
  private final UnitPool small;
  private final long smallMax;

  public WorkingMemory(long bytes, Duration waitMax) {
    long smallBytes = bytes / SMALL_PART;
    this.large = new UnitPool(bytes, waitMax);
    this.small = new UnitPool(smallBytes, waitMax);
    this.smallMax = smallBytes / SMALL_AT_ONCE;
  }

  /** Waits for so many bytes, or for all if that is less. */
  public UnitPool.Taken take(Payer payer, long bytes) throws IOException {
    UnitPool pool = bytes <= smallMax ? small : large;
    try {
      return pool.take(payer, bytes)
          .orElseThrow(() -> new RefusedException(ServerReason.SERVER_BUSY.refusal()));
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
