package dev.graspd.server.gate;

import dev.graspd.core.machine.Now;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The clock of what waits: it goes on from where the last server left it, and stands still between
 * them. A scale above 1 makes it run faster, for tests.
 */
public final class UptimeClock {
  private final LongSupplier nanoTime;
  private final InstantSource calendar;
  private final long startedNanos;
  private final long before;
  private final int scale;

  public UptimeClock(long uptimeNanos, LongSupplier nanoTime, InstantSource calendar, int scale) {
    this.before = uptimeNanos;
    this.nanoTime = nanoTime;
    this.calendar = calendar;
    this.scale = scale;
    this.startedNanos = nanoTime.getAsLong();
  }

  /** Returns a clock of what waits that stands still where this one is; the calendar goes on. */
  UptimeClock stopped() {
    return new UptimeClock(nanos(), () -> 0, calendar, scale);
  }

  public Now now() {
    return new Now(nanos(), calendar.instant().getEpochSecond());
  }

  public long nanos() {
    return before + (nanoTime.getAsLong() - startedNanos) * scale;
  }

  /** Returns how long to wait, in real time, until this clock shows so much. */
  public long realNanosUntil(long nanos) {
    return Math.max(0, nanos - nanos()) / scale;
  }

  /**
   * Returns when this clock shows so much on the calendar, or when it did: as if the server had
   * always been up since.
   */
  Instant calendarOf(long nanos) {
    return calendar.instant().plusNanos((nanos - nanos()) / scale);
  }
}
