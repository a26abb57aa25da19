package dev.graspd.server.peers;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives one worker its turns on threads that many share: never two at a time, and others come
 * between two of them. Thread-safe.
 */
final class Turns {
  private static final Logger LOG = LoggerFactory.getLogger(Turns.class);

  private final Executor threads;
  private final Runnable work;
  private final BooleanSupplier more;
  private final AtomicBoolean queued = new AtomicBoolean();
  private volatile boolean asked;

  /**
   * @param work one turn
   * @param more whether another turn would find something to do; what comes later calls {@link
   *     #wake}
   */
  Turns(Executor threads, Runnable work, BooleanSupplier more) {
    this.threads = threads;
    this.work = work;
    this.more = more;
  }

  /** Has the worker look whether there is something to do, soon. */
  void wake() {
    asked = true;
    if (queued.compareAndSet(false, true)) {
      try {
        threads.execute(this::turn);
      } catch (RejectedExecutionException e) {
        LOG.debug("the threads have ended", e);
      }
    }
  }

  private void turn() {
    asked = false;
    try {
      work.run();
    } finally {
      queued.set(false);
      if (asked || more.getAsBoolean()) {
        wake();
      }
    }
  }
}
