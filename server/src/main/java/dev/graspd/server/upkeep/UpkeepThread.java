package dev.graspd.server.upkeep;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of upkeep: runs the regular rounds, and between them the tasks of others. It is never
 * interrupted, which would close files under git's readers; work that can be stopped asks {@link
 * #isStopped}.
 */
public final class UpkeepThread implements Executor, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(UpkeepThread.class);
  private static final Duration END_MAX = Duration.ofSeconds(10);

  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("upkeep").factory());

  /** Returns whether work should end. */
  public BooleanSupplier isStopped() {
    return stopped::get;
  }

  /** Repeats work at an interval. */
  public void every(Duration time, Runnable work) {
    Future<?> _ =
        thread.scheduleWithFixedDelay(
            () -> once(work), time.toMillis(), Math.max(1, time.toMillis()), TimeUnit.MILLISECONDS);
  }

  private void once(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      if (!stopped.get()) {
        LOG.error("a round of upkeep failed", e);
      }
    }
  }

  /** Returns whether tasks of others are waiting or running. */
  public boolean isWaitedFor() {
    return asked.get() > 0;
  }

  @Override
  public void execute(Runnable work) {
    asked.incrementAndGet();
    try {
      thread.execute(() -> {
        try {
          work.run();
        } finally {
          asked.decrementAndGet();
        }
      });
    } catch (RejectedExecutionException e) {
      asked.decrementAndGet();
      throw e;
    }
  }

  @Override
  public void close() {
    stopped.set(true);
    thread.shutdown();
    try {
      if (!thread.awaitTermination(END_MAX.toSeconds(), TimeUnit.SECONDS)) {
        LOG.warn("repacking has not ended after {} s", END_MAX.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
