package dev.graspd.server.git.ingest;

import dev.graspd.core.nostr.Reason;
import java.util.concurrent.Semaphore;

/**
 * The room for what is known about entries of packs, shared by all pushes: a client decides how
 * many objects it sends, and the memory for them must not be decided by many clients together. A
 * part of it is for the beginnings of packs: the largest, sent slowly, still leaves room for all
 * usual ones. Thread-safe.
 */
final class EntryRoom {
  /** Entries of a block, about a mebibyte in memory; the first block of a pack is free. */
  static final int BLOCK_ENTRIES = 1 << 14;

  /** Blocks with which a pack begins. */
  static final int BEGINNING_BLOCKS = 4;

  /** The part of the room that is for beginnings alone, beside the others. */
  private static final int BEGINNINGS_SHARE = 8;

  private final Semaphore blocks;
  private final Semaphore beginnings;

  /** Has room for one pack with the most entries, or for many smaller ones. */
  EntryRoom(int packObjectsMax) {
    int most = packObjectsMax / BLOCK_ENTRIES + 1;
    blocks = new Semaphore(most);
    beginnings = new Semaphore(most / BEGINNINGS_SHARE);
  }

  /** The blocks of one pack, until it is closed. For one thread. */
  final class Share implements AutoCloseable {
    private int taken;
    private int begun;

    /** Takes another block each time that one is full; waiting for others could last for ever. */
    void grow(int entries) throws RefusedException {
      if (entries % BLOCK_ENTRIES == 0 && entries > 0) {
        if (blocks.tryAcquire()) {
          taken++;
        } else if (taken + begun < BEGINNING_BLOCKS && beginnings.tryAcquire()) {
          begun++;
        } else {
          throw new RefusedException(Reason.SERVER_BUSY.refusal());
        }
      }
    }

    @Override
    public void close() {
      blocks.release(taken);
      beginnings.release(begun);
      taken = 0;
      begun = 0;
    }
  }

  Share share() {
    return new Share();
  }
}
