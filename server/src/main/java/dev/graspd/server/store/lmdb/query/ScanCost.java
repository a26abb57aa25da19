package dev.graspd.server.store.lmdb.query;

/** The cost of a slice, and its limit. One unit is about one index entry read. */
final class ScanCost {
  private final long max;
  private long done;

  ScanCost(int max) {
    this.max = max;
  }

  void add(long units) {
    done += units;
  }

  long done() {
    return done;
  }

  boolean isSpent() {
    return done >= max;
  }
}
