package dev.graspd.server.git.serve;

import java.util.concurrent.Semaphore;

/**
 * How many object ids of requests may be in memory at once, all clients together. A usual request
 * needs none of it, so a few greedy clients do not lock out the others. Thread-safe.
 */
final class IdBudget {
  private static final int BLOCK = 1_000;

  private final Semaphore blocks;

  IdBudget(int idsMax) {
    this.blocks = new Semaphore(Math.max(1, idsMax / BLOCK));
  }

  Lease lease() {
    return new Lease();
  }

  /** One request's share; for one thread. */
  final class Lease implements AutoCloseable {
    private int ids;
    private int blocksTaken;

    /** Counts one id; returns false when there is no room for it. */
    boolean add() {
      ids++;
      if (ids <= BLOCK * (blocksTaken + 1)) {
        return true;
      }
      if (!blocks.tryAcquire()) {
        return false;
      }
      blocksTaken++;
      return true;
    }

    @Override
    public void close() {
      blocks.release(blocksTaken);
      blocksTaken = 0;
    }
  }
}
