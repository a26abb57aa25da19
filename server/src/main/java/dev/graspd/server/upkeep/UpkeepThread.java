package dev.graspd.server.upkeep;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of upkeep: runs the regular rounds, and between them the tasks of others. It is never
 * interrupted, which would close files under git's readers; work that can be stopped asks {@link
 * #isStopped}. Therefore it is no {@link dev.graspd.server.base.WorkerThread}.
 */
public final class UpkeepThread implements Executor, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(UpkeepThread.class);
  private static final Duration END_MAX = Duration.ofSeconds(10);

  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicBoolean stopped = new AtomicBoolean();

  /** The round that is under way. */
  private volatile Optional<Rounds> current = Optional.empty();

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("upkeep").factory());

  /** Returns whether the work on this thread should end. */
  public BooleanSupplier isStopped() {
    return () -> stopped.get() || current.filter(Rounds::isOver).isPresent();
  }

  /** Repeats work at an interval, until the answer is closed. */
  public Rounds every(Duration time, Runnable work) {
    return new Rounds(time, work);
  }

  /** Work that is repeated. */
  public final class Rounds implements AutoCloseable {
    private final Runnable work;
    private final Future<?> schedule;
    private volatile boolean isOver;

    private Rounds(Duration time, Runnable work) {
      this.work = work;
      long millis = Math.max(1, time.toMillis());
      this.schedule =
          thread.scheduleWithFixedDelay(this::once, millis, millis, TimeUnit.MILLISECONDS);
    }

    private boolean isOver() {
      return isOver;
    }

    private void once() {
      current = Optional.of(this);
      try {
        work.run();
      } catch (RuntimeException e) {
        if (!stopped.get() && !isOver) {
          LOG.error("a round of upkeep failed", e);
        }
      } finally {
        current = Optional.empty();
      }
    }

    /** Stops a round that is under way, and waits for its end. */
    @Override
    public void close() {
      isOver = true;
      schedule.cancel(false);
      try {
        thread.submit(() -> {}).get(END_MAX.toSeconds(), TimeUnit.SECONDS);
      } catch (RejectedExecutionException e) {
        LOG.debug("the thread of upkeep has ended before its rounds", e);
      } catch (TimeoutException e) {
        LOG.warn("a round of upkeep has not ended after {} s", END_MAX.toSeconds());
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
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
