package dev.graspd.server.peers.link;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one worker in turns on shared threads: never two turns at a time, and other workers run in
 * between. Thread-safe.
 */
final class LinkTurns {
  private static final Logger LOG = LoggerFactory.getLogger(LinkTurns.class);

  private final Executor threads;
  private final Runnable work;
  private final BooleanSupplier more;
  private final AtomicBoolean queued = new AtomicBoolean();
  private volatile boolean asked;

  /**
   * @param work one turn
   * @param more whether there is work for another turn; later work calls {@link #wake}
   */
  LinkTurns(Executor threads, Runnable work, BooleanSupplier more) {
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
