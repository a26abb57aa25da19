package dev.graspd.server.hunt.git;

import java.util.concurrent.Semaphore;

/**
 * The room for refs of repositories elsewhere, shared by all that are open: strangers decide how
 * many there are, and many strangers together must not decide over our memory. Thread-safe.
 */
final class RefRoom {
  /** Refs of a block, about half a mebibyte in memory; the first block of each is free. */
  static final int BLOCK_REFS = 1_024;

  private final int blocksMax;
  private final Semaphore blocks;

  RefRoom(int refsMax) {
    blocksMax = refsMax / BLOCK_REFS;
    blocks = new Semaphore(blocksMax);
  }

  /** The blocks of one repository, until it is closed. For one thread at a time. */
  final class Share implements AutoCloseable {
    private int taken;

    /** Takes another block each time that one is full; waiting for others could last for ever. */
    void grow(int refs) throws FetchException {
      if (refs / BLOCK_REFS <= taken) {
        return;
      }
      if (taken == blocksMax) {
        throw new FetchException(new FetchFailure.TooMuch("more refs than we have room for"));
      }
      if (!blocks.tryAcquire()) {
        throw new FetchException(new FetchFailure.NoRoom());
      }
      taken++;
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
