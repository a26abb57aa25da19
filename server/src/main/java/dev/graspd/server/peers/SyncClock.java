package dev.graspd.server.peers;

import dev.graspd.core.machine.Now;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The clock of the sync machine. A scale above 1 makes it run faster, for tests; its calendar then
 * runs as fast, so that both agree on the length of an outage.
 */
public final class SyncClock {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final LongSupplier nanoTime;
  private final InstantSource calendar;
  private final int scale;
  private final long startedNanos;
  private final long startedSeconds;

  public SyncClock(LongSupplier nanoTime, InstantSource calendar, int scale) {
    this.nanoTime = nanoTime;
    this.calendar = calendar;
    this.scale = scale;
    this.startedNanos = nanoTime.getAsLong();
    this.startedSeconds = calendar.instant().getEpochSecond();
  }

  /** Returns the time on this clock. */
  public Now now() {
    long nanos = nanos();
    long seconds =
        scale == 1
            ? calendar.instant().getEpochSecond()
            : startedSeconds + nanos / NANOS_PER_SECOND;
    return new Now(nanos, seconds);
  }

  private long nanos() {
    return (nanoTime.getAsLong() - startedNanos) * scale;
  }

  /** Returns how long to wait, in real time, until this clock shows this time. */
  long realNanosUntil(long nanos) {
    return Math.max(0, nanos - nanos()) / scale;
  }
}
