package dev.graspd.server.peers.link;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wakes one worker at a given time, or a little earlier. Used in the worker's turns only. */
final class Alarm {
  private static final Logger LOG = LoggerFactory.getLogger(Alarm.class);

  private final ScheduledExecutorService timer;
  private final LongSupplier nanoTime;
  private final Runnable wake;
  private @Nullable Future<?> set;
  private long setNanos = Long.MAX_VALUE;

  Alarm(ScheduledExecutorService timer, LongSupplier nanoTime, Runnable wake) {
    this.timer = timer;
    this.nanoTime = nanoTime;
    this.wake = wake;
  }

  /** Sets the alarm, unless an earlier one is set already. */
  void set(long nanos) {
    long now = nanoTime.getAsLong();
    boolean pending = set != null && setNanos > now;
    if (nanos == Long.MAX_VALUE || (pending && setNanos <= nanos)) {
      return;
    }
    cancel();
    try {
      set = timer.schedule(wake, Math.max(0, nanos - now), TimeUnit.NANOSECONDS);
      setNanos = nanos;
    } catch (RejectedExecutionException e) {
      LOG.debug("the timer has ended", e);
    }
  }

  void cancel() {
    if (set != null) {
      set.cancel(false);
      set = null;
    }
  }
}
