package dev.graspd.server.web.http;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A timer for the next step of a connection. Owned by its event loop. */
public final class Deadline {
  private @Nullable ScheduledFuture<?> timer;

  public void set(EventExecutor loop, Duration within, Runnable action) {
    cancel();
    timer = loop.schedule(action, within.toNanos(), TimeUnit.NANOSECONDS);
  }

  public boolean isSet() {
    return timer != null;
  }

  public void cancel() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }
}
