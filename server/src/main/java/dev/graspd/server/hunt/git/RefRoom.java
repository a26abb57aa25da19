package dev.graspd.server.hunt.git;

import dev.graspd.server.charge.UnitBudget;

/**
 * The memory for refs of remote repositories, shared by all open ones: strangers decide on the
 * number of refs, so the total needs a bound. Thread-safe.
 */
final class RefRoom {
  /** Refs of a block, about half a mebibyte of heap; the first block of each repository is free. */
  static final int BLOCK_REFS = 1_024;

  private final UnitBudget blocks;

  RefRoom(int refsMax) {
    blocks = new UnitBudget(refsMax / BLOCK_REFS);
  }

  /** The blocks of one repository, until it is closed. For one thread at a time. */
  final class Share implements AutoCloseable {
    private final UnitBudget.Share taken = blocks.share();

    /** Takes another block when one is full. Never waits: that could last for ever. */
    void grow(int refs) throws FetchException {
      if (refs / BLOCK_REFS <= taken.taken()) {
        return;
      }
      if (taken.taken() == blocks.max()) {
        throw new FetchException(new FetchFailure.TooMuch("more refs than we have room for"));
      }
      if (!taken.grow()) {
        throw new FetchException(new FetchFailure.NoRoom());
      }
    }

    @Override
    public void close() {
      taken.close();
    }
  }

  Share share() {
    return new Share();
  }
}
