package dev.graspd.server.git.serve;

import java.util.concurrent.atomic.AtomicLong;

/** How much memory all answers together may fill while they wait for their readers. Thread-safe. */
final class SpoolMemory {
  static final int ONE_ANSWER_BYTES_MAX = 1 << 20;

  private final AtomicLong left;

  SpoolMemory(long bytesMax) {
    this.left = new AtomicLong(bytesMax);
  }

  /** Takes so many bytes, or none and returns false. */
  boolean take(long bytes) {
    return left.getAndUpdate(now -> now >= bytes ? now - bytes : now) >= bytes;
  }

  void giveBack(long bytes) {
    left.addAndGet(bytes);
  }

  long left() {
    return left.get();
  }
}
