package dev.graspd.server.web;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What happens if a connection does not take its next step in time. Owned by its event loop. */
final class Deadline {
  private @Nullable ScheduledFuture<?> timer;

  /** Takes the place of what was set before. */
  void set(EventExecutor loop, Duration within, Runnable action) {
    cancel();
    timer = loop.schedule(action, within.toNanos(), TimeUnit.NANOSECONDS);
  }

  boolean isSet() {
    return timer != null;
  }

  void cancel() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }
}
