package dev.graspd.server.peers.link;

import dev.graspd.core.machine.Now;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The clock of connections to relays. A scale above 1 makes timeouts shorter, for tests. Its
 * calendar is always the real one, since requests contain its times. It has its own scale, because
 * sockets do not run faster with the sync machine's clock.
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

  /** Returns the real time that corresponds to this much time on this clock. */
  Duration real(Duration duration) {
    return duration.dividedBy(scale);
  }

  /** Returns the first moment of real time at which this clock shows this time. */
  long realNanos(long nanos) {
    return startedNanos + Math.ceilDiv(nanos, scale);
  }

  /** Returns the real time, which alarms use. */
  long realNanos() {
    return nanoTime.getAsLong();
  }
}
