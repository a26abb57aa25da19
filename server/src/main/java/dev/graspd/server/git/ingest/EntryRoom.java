package dev.graspd.server.git.ingest;

import dev.graspd.core.nostr.Reason;
import java.util.concurrent.Semaphore;

/**
 * The room for what is known about entries of packs, shared by all pushes: a client decides how
 * many objects it sends, and the memory for them must not be decided by many clients together.
 * Thread-safe.
 */
final class EntryRoom {
  /** Entries of a block, about a mebibyte in memory; the first block of a pack is free. */
  static final int BLOCK_ENTRIES = 1 << 14;

  private final Semaphore blocks;

  /** Has room for one pack with the most entries, or for many smaller ones. */
  EntryRoom(int packObjectsMax) {
    blocks = new Semaphore(packObjectsMax / BLOCK_ENTRIES + 1);
  }

  /** The blocks of one pack, until it is closed. For one thread. */
  final class Share implements AutoCloseable {
    private int taken;

    /** Takes another block each time that one is full; waiting for others could last for ever. */
    void grow(int entries) throws RefusedException {
      if (entries % BLOCK_ENTRIES == 0 && entries > 0) {
        if (!blocks.tryAcquire()) {
          throw new RefusedException(Reason.SERVER_BUSY.refusal());
        }
        taken++;
      }
    }

    @Override
    public void close() {
      blocks.release(taken);
      taken = 0;
    }
  }

  Share share() {
    return new Share();
  }
}
