package dev.graspd.server.base;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How long the calling thread has worked, in nanoseconds: the time of the processor that it has
 * taken, so that others who keep the processor busy make no answer shorter. Of the time in which it
 * waits a quarter counts, so that a slow disk uses a budget up, too. Each thread has its own time;
 * only differences have a meaning. Thread-safe.
 */
public final class WorkClock implements LongSupplier {
  /** The part of the time in which a thread only waits, for the processor or for a disk. */
  static final int WAITING_PART = 4;

  /** A look at the time of the processor is a call of the kernel: not at every step. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final LongSupplier cpuNanos;
  private final LongSupplier nanoTime;
  private final ThreadLocal<Hand> hands = ThreadLocal.withInitial(this::begin);

  /**
   * Measures nothing yet.
   *
   * @param cpuNanos the time of the processor that the calling thread has taken
   */
  public WorkClock(LongSupplier cpuNanos, LongSupplier nanoTime) {
    this.cpuNanos = cpuNanos;
    this.nanoTime = nanoTime;
  }

  /** Returns the clock of this process. */
  public static WorkClock ofProcess() {
    return new WorkClock(WorkClock::cpuOfThread, System::nanoTime);
  }

  /** Virtual threads have no time of their own: all that passes counts as work. */
  private static long cpuOfThread() {
    return Thread.currentThread().isVirtual()
        ? System.nanoTime()
        : ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** What one thread has read. */
  private static final class Hand {
    private long atNanos;
    private long cpuNanos;
    private long shown;
  }

  private Hand begin() {
    Hand hand = new Hand();
    hand.atNanos = nanoTime.getAsLong();
    hand.cpuNanos = cpuNanos.getAsLong();
    return hand;
  }

  @Override
  public long getAsLong() {
    Hand hand = hands.get();
    long now = nanoTime.getAsLong();
    if (now - hand.atNanos >= LOOK_NANOS) {
      long cpu = cpuNanos.getAsLong();
      hand.shown += Math.max(cpu - hand.cpuNanos, (now - hand.atNanos) / WAITING_PART);
      hand.atNanos = now;
      hand.cpuNanos = cpu;
    }
    return hand.shown;
  }
}
