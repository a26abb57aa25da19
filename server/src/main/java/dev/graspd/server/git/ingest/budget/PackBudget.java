package dev.graspd.server.git.ingest.budget;

import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.policy.room.ByteSize;
import java.util.function.LongSupplier;

/** Counts the cost of one pack, and refuses it if that is too much. For one thread. */
public final class PackBudget {
  /** Steps between two checks of the clock. */
  private static final int STEPS_PER_CHECK = 64;

  /** A pack without objects, which git sends to move refs to known objects; it needs no room. */
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
   * @param allowance for this pack, beside the limit of all packs
   * @param cpuNanos the time that the calling thread has worked
   */
  public PackBudget(IngestLimits limits, Allowance allowance, LongSupplier cpuNanos) {
    this.limits = limits;
    this.allowance = allowance;
    this.cpuNanos = cpuNanos;
    this.startNanos = cpuNanos.getAsLong();
  }

  public IngestLimits limits() {
    return limits;
  }

  /** More of the pack has arrived. */
  public void arrived(int bytes) throws RefusedException {
    packBytes += bytes;
    if (packBytes > Math.max(allowance.bytes(), EMPTY_PACK_BYTES)) {
      throw new RefusedException(allowance.beyond());
    }
  }

  /** More of it was inflated; compared with the bytes that arrived, because the rest may never. */
  public void inflated(int bytes) throws RefusedException {
    inflatedBytes += bytes;
    requireInflatedWithin();
  }

  /** Charges the results of deltas, before any is made. */
  public void requireRoomFor(long resultBytes) throws RefusedException {
    inflatedBytes += resultBytes;
    requireInflatedWithin();
  }

  private void requireInflatedWithin() throws RefusedException {
    if (inflatedBytes > limits.inflatedBytes(packBytes)) {
      throw IngestFaults.costly(
          "it inflates to more than "
              + ByteSize.exact(IngestLimits.INFLATED_BYTES_BASE)
              + " and "
              + IngestLimits.INFLATED_RATIO
              + " times its size");
    }
  }

  /** Counts a step; now and then it checks the clock, which may end the work. */
  public void step() throws RefusedException {
    if (++steps % STEPS_PER_CHECK == 0) {
      checkTime();
    }
  }

  /** Refuses the pack if its check takes too long. */
  public void checkTime() throws RefusedException {
    if (Thread.currentThread().isInterrupted()
        || cpuNanos.getAsLong() - startNanos > limits.cpuNanos(packBytes)) {
      throw IngestFaults.costly("checking it takes too long");
    }
  }
}
