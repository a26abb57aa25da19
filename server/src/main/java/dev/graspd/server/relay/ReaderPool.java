package dev.graspd.server.relay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that read the store, and the order in which they do. Work comes in short slices, each
 * with a level: how much its owner has read lately, as a power of two. The lowest level goes first,
 * so that a new small query does not wait behind old large ones; every fourth slice is the one that
 * has waited longest, so that these come to an end too.
 */
final class ReaderPool implements AutoCloseable {
  static final int LEVELS = 32;
  private static final int OLDEST_EVERY = 4;
  private static final Logger LOG = LoggerFactory.getLogger(ReaderPool.class);

  private record Slice(long number, Runnable work) {}

  private final List<ArrayDeque<Slice>> waiting = new ArrayList<>(LEVELS);
  private final List<Thread> threads = new ArrayList<>();
  private long submitted;
  private long taken;
  private boolean closed;

  ReaderPool(int threadCount) {
    for (int i = 0; i < LEVELS; i++) {
      waiting.add(new ArrayDeque<>());
    }
    ThreadFactory factory = Thread.ofPlatform().name("reader-", 0).daemon().factory();
    for (int i = 0; i < threadCount; i++) {
      threads.add(factory.newThread(this::run));
    }
  }

  void start() {
    threads.forEach(Thread::start);
  }

  /** Returns the level of one who has read so much. */
  static int levelOf(long recentWork) {
    return Math.min(LEVELS - 1, Long.SIZE - Long.numberOfLeadingZeros(recentWork));
  }

  /** Queues a slice; after {@link #close} it is dropped. */
  synchronized void submit(int level, Runnable work) {
    if (!closed) {
      waiting.get(level).add(new Slice(submitted++, work));
      notify();
    }
  }

  private void run() {
    try {
      while (true) {
        Runnable work = take();
        try {
          work.run();
        } catch (RejectedExecutionException _) {
          LOG.debug("nobody is left to hand a slice to");
        } catch (RuntimeException e) {
          LOG.error("a slice of reading failed", e);
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized Runnable take() throws InterruptedException {
    while (true) {
      ArrayDeque<Slice> queue = next();
      if (queue != null) {
        taken++;
        return queue.remove().work();
      }
      wait();
    }
  }

  private @Nullable ArrayDeque<Slice> next() {
    ArrayDeque<Slice> best = null;
    for (ArrayDeque<Slice> queue : waiting) {
      Slice first = queue.peek();
      if (first == null) {
        continue;
      }
      if (best == null || first.number() < best.element().number()) {
        best = queue;
      }
      if (taken % OLDEST_EVERY != 0) {
        return queue;
      }
    }
    return best;
  }

  /** Stops the threads; slices that wait are dropped. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      waiting.forEach(ArrayDeque::clear);
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
