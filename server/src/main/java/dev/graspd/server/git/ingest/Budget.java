package dev.graspd.server.git.ingest;

import java.util.function.LongSupplier;

/** What one pack has cost so far, and whether that is too much. For one thread. */
final class Budget {
  /** Steps between two looks at the clock. */
  private static final int STEPS_PER_LOOK = 64;

  private final IngestLimits limits;
  private final LongSupplier cpuNanos;
  private final long startNanos;
  private long packBytes;
  private long inflatedBytes;
  private int steps;

  /**
   * Begins to count.
   *
   * @param cpuNanos the time that the calling thread has worked
   */
  Budget(IngestLimits limits, LongSupplier cpuNanos) {
    this.limits = limits;
    this.cpuNanos = cpuNanos;
    this.startNanos = cpuNanos.getAsLong();
  }

  IngestLimits limits() {
    return limits;
  }

  /** More of the pack has arrived. */
  void arrived(int bytes) throws RefusedException {
    packBytes += bytes;
    if (packBytes > limits.pushBytes()) {
      throw Faults.tooLarge(limits.pushBytes());
    }
  }

  /** More of it was inflated; measured against what has arrived, for the rest may never come. */
  void inflated(int bytes) throws RefusedException {
    inflatedBytes += bytes;
    requireInflatedWithin();
  }

  /** Deltas will make so many bytes; known before any is made. */
  void requireRoomFor(long resultBytes) throws RefusedException {
    inflatedBytes += resultBytes;
    requireInflatedWithin();
  }

  private void requireInflatedWithin() throws RefusedException {
    if (inflatedBytes > limits.inflatedBytes(packBytes)) {
      throw Faults.costly(
          "it inflates to more than "
              + Faults.size(IngestLimits.INFLATED_BYTES_BASE)
              + " and "
              + IngestLimits.INFLATED_RATIO
              + " times its size");
    }
  }

  /** A step was taken; asked now and then, the clock may end the work. */
  void step() throws RefusedException {
    if (++steps % STEPS_PER_LOOK == 0) {
      look();
    }
  }

  /** Looks at the clock. */
  void look() throws RefusedException {
    if (Thread.currentThread().isInterrupted()
        || cpuNanos.getAsLong() - startNanos > limits.cpuNanos(packBytes)) {
      throw Faults.costly("checking it takes too long");
    }
  }
}
