package dev.graspd.server.relay;

import dev.graspd.server.base.WorkerThread;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads that read the store; {@link ReaderTurns} says in which order. Thread-safe. */
final class ReaderPool implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReaderPool.class);

  private final LongSupplier nanoTime;
  private final ReaderTurns turns;
  private final List<Thread> threads = new ArrayList<>();
  private boolean closed;

  ReaderPool(int threadCount, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.turns = new ReaderTurns(nanoTime.getAsLong());
    ThreadFactory factory = WorkerThread.factory("reader");
    for (int i = 0; i < threadCount; i++) {
      threads.add(factory.newThread(this::run));
    }
  }

  void start() {
    threads.forEach(Thread::start);
  }

  static int levelOf(long recentWork) {
    return ReaderTurns.levelOf(recentWork);
  }

  /**
   * Queues a slice; after {@link #close} it is dropped.
   *
   * @param reader whose turn it takes: an address, or one of the operator's clients
   * @param level how much its connection has read recently
   */
  synchronized void submit(Object reader, int level, Runnable work) {
    if (!closed) {
      turns.add(reader, level, work);
      notify();
    }
  }

  private void run() {
    try {
      while (true) {
        ReaderTurns.Slice slice = take();
        long began = nanoTime.getAsLong();
        try {
          slice.work().run();
        } catch (RejectedExecutionException _) {
          LOG.debug("the event loop of a slice has ended");
        } catch (RuntimeException e) {
          LOG.error("a slice of reading failed", e);
        }
        ended(slice, began);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized ReaderTurns.Slice take() throws InterruptedException {
    while (turns.isEmpty()) {
      wait();
    }
    return turns.next(nanoTime.getAsLong());
  }

  private synchronized void ended(ReaderTurns.Slice slice, long beganNanos) {
    turns.took(slice.reader(), nanoTime.getAsLong() - beganNanos);
  }

  /** Stops the threads; slices that wait are dropped. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      turns.clear();
    }
    threads.forEach(Thread::interrupt);
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
