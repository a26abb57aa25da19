package dev.graspd.server.peers;

import dev.graspd.core.machine.Now;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The clock of connections to relays. A scale above 1 has silence and late answers noticed sooner,
 * for tests. Its calendar is always the true one: what is asked for again is dated by it. It has a
 * scale of its own, because sockets take their time however fast the sync machine's clock runs.
 */
public final class LinkClock {
  private final LongSupplier nanoTime;
  private final InstantSource calendar;
  private final int scale;
  private final long startedNanos;

  public LinkClock(LongSupplier nanoTime, InstantSource calendar, int scale) {
    this.nanoTime = nanoTime;
    this.calendar = calendar;
    this.scale = scale;
    this.startedNanos = nanoTime.getAsLong();
  }

  /** Returns the time on this clock. */
  Now now() {
    long nanos = (nanoTime.getAsLong() - startedNanos) * scale;
    return new Now(nanos, calendar.instant().getEpochSecond());
  }

  /** Returns how much real time passes while this clock counts so much. */
  Duration real(Duration duration) {
    return duration.dividedBy(scale);
  }

  /** Returns the first moment of real time at which this clock shows so much. */
  long realNanos(long nanos) {
    return startedNanos + Math.ceilDiv(nanos, scale);
  }

  /** Returns the real time, which alarms are set by. */
  long realNanos() {
    return nanoTime.getAsLong();
  }
}
