package dev.graspd.server.base;

import dev.graspd.core.machine.Now;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The clock of held events: it continues where the last process stopped, and stands still while the
 * server is down. A scale above 1 makes it run faster, for tests.
 */
public final class UptimeClock {
  private final LongSupplier nanoTime;
  private final InstantSource calendar;
  private final long startedNanos;

  /** What it showed at the start, and how far it was put forward since. */
  private volatile long before;

  private final int scale;

  public UptimeClock(long uptimeNanos, LongSupplier nanoTime, InstantSource calendar, int scale) {
    this.before = uptimeNanos;
    this.nanoTime = nanoTime;
    this.calendar = calendar;
    this.scale = scale;
    this.startedNanos = nanoTime.getAsLong();
  }

  /** Continues from a value that another server has reached, if this clock is behind it. */
  public synchronized void continueFrom(long nanos) {
    before += Math.max(0, nanos - nanos());
  }

  /** Returns a clock that stands still where this one is; its calendar continues. */
  public UptimeClock stopped() {
    return new UptimeClock(nanos(), () -> 0, calendar, scale);
  }

  public Now now() {
    return new Now(nanos(), calendar.instant().getEpochSecond());
  }

  public long nanos() {
    return before + (nanoTime.getAsLong() - startedNanos) * scale;
  }

  /** Returns the real time until this clock reaches a value. */
  public long realNanosUntil(long nanos) {
    return Math.max(0, nanos - nanos()) / scale;
  }

  /**
   * Returns when this clock reaches or reached a value on the calendar, if the server is always up.
   */
  public Instant calendarOf(long nanos) {
    return calendar.instant().plusNanos((nanos - nanos()) / scale);
  }
}
