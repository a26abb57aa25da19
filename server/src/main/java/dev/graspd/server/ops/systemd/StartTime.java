package dev.graspd.server.ops.systemd;

import dev.graspd.server.base.WorkerThread;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Asks the service manager for more time while a start takes long: a migration and the copy before
 * it take as long as the data is large. A start that hangs is ended after {@link #LONGEST}.
 */
public final class StartTime implements AutoCloseable {
  /** The longest start that is not ended. */
  static final Duration LONGEST = Duration.ofHours(6);

  /** How long each request lasts; a third of it passes until the next one. */
  static final Duration GRANTED = Duration.ofMinutes(3);

  private final Supervisor supervisor;
  private final LongSupplier nanoTime;
  private final long begin;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(WorkerThread.factory("start-time"));

  StartTime(Supervisor supervisor, LongSupplier nanoTime) {
    this.supervisor = supervisor;
    this.nanoTime = nanoTime;
    this.begin = nanoTime.getAsLong();
  }

  /** Asks from now on until this is closed. */
  public static StartTime begin(Supervisor supervisor) {
    StartTime time = new StartTime(supervisor, System::nanoTime);
    if (supervisor.socket().isPresent()) {
      long pause = GRANTED.toSeconds() / 3;
      Future<?> _ = time.timer.scheduleWithFixedDelay(time::round, 0, pause, TimeUnit.SECONDS);
    }
    return time;
  }

  void round() {
    Duration taken = Duration.ofNanos(nanoTime.getAsLong() - begin);
    if (taken.compareTo(LONGEST) < 0) {
      supervisor.extend(
          GRANTED, "starts, for %d min now; the log says more".formatted(taken.toMinutes()));
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
