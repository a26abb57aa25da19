package dev.graspd.server.git.ingest;

import dev.graspd.core.policy.Allowance;
import dev.graspd.core.policy.ByteSize;
import java.util.function.LongSupplier;

/** What one pack has cost so far, and whether that is too much. For one thread. */
final class Budget {
  /** Steps between two looks at the clock. */
  private static final int STEPS_PER_LOOK = 64;

  /** A pack without objects: whoever moves refs to what is here sends one, and it takes no room. */
  private static final int EMPTY_PACK_BYTES = 32;

  private final IngestLimits limits;
  private final Allowance allowance;
  private final LongSupplier cpuNanos;
  private final long startNanos;
  private long packBytes;
  private long inflatedBytes;
  private int steps;

  /**
   * Begins to count.
   *
   * @param allowance what this pack may have, beside the limit of all packs
   * @param cpuNanos the time that the calling thread has worked
   */
  Budget(IngestLimits limits, Allowance allowance, LongSupplier cpuNanos) {
    this.limits = limits;
    this.allowance = allowance;
    this.cpuNanos = cpuNanos;
    this.startNanos = cpuNanos.getAsLong();
  }

  IngestLimits limits() {
    return limits;
  }

  /** More of the pack has arrived. */
  void arrived(int bytes) throws RefusedException {
    packBytes += bytes;
    if (packBytes > Math.max(allowance.bytes(), EMPTY_PACK_BYTES)) {
      throw new RefusedException(allowance.beyond());
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
              + ByteSize.exact(IngestLimits.INFLATED_BYTES_BASE)
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
