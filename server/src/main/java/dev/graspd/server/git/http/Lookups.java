package dev.graspd.server.git.http;

import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.Turns;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs lookups that need the disk, off the event loops: a few at a time; addresses take turns.
 * Thread-safe.
 */
public final class Lookups implements AutoCloseable {
  /** The part of the queue for one address. */
  private static final int SHARE = 8;

  private final int atOnceMax;
  private final Turns<Runnable> waiting;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("git-lookup-", 0).factory());
  private int running;

  /**
   * Looks up nothing yet.
   *
   * @param waitingMax lookups that may wait
   */
  public Lookups(int atOnceMax, int waitingMax) {
    this.atOnceMax = atOnceMax;
    this.waiting = new Turns<>(waitingMax, Math.max(1, waitingMax / SHARE));
  }

  /** Runs a lookup soon on another thread; returns false if too many wait already. */
  boolean submit(Payer payer, Runnable lookup) {
    synchronized (this) {
      if (running >= atOnceMax) {
        return waiting.offer(payer, lookup);
      }
      running++;
    }
    return begin(lookup);
  }

  private boolean begin(Runnable lookup) {
    try {
      threads.execute(() -> run(lookup));
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  private void run(Runnable first) {
    Optional<Runnable> next = Optional.of(first);
    while (next.isPresent()) {
      try {
        next.get().run();
      } finally {
        next = next();
      }
    }
  }

  private synchronized Optional<Runnable> next() {
    Optional<Runnable> next = waiting.poll();
    if (next.isEmpty()) {
      running--;
    }
    return next;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
