package dev.graspd.core.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/** The memory that an input may cost: a fixed part and so much for each of its bytes. */
public record Budget(long fixedBytes, long bytesPerInputByte) {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /**
   * Does the work and fails if it allocates more than an input of this length may cost. Work that
   * seems to cost too much is done once more: the first time may load classes.
   */
  public <T> T within(int inputLength, Supplier<T> work) {
    long allowed = fixedBytes + inputLength * bytesPerInputByte;
    long before = THREADS.getCurrentThreadAllocatedBytes();
    T result = work.get();
    if (THREADS.getCurrentThreadAllocatedBytes() - before > allowed) {
      before = THREADS.getCurrentThreadAllocatedBytes();
      result = work.get();
      long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
      if (allocated > allowed) {
        throw new AssertionError(inputLength + " bytes of input cost " + allocated + " of memory");
      }
    }
    return result;
  }
}
