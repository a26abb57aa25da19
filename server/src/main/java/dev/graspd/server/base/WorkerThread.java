package dev.graspd.server.base;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;

/** A daemon thread. Closing it interrupts its work and waits for its end. */
public final class WorkerThread implements AutoCloseable {
  private final Thread thread;
  private final AtomicBoolean closed;

  /** Work that ends when its thread is interrupted. */
  public interface Work {
    void run() throws InterruptedException;
  }

  /** A thread that does its work once. */
  public WorkerThread(String name, Work work) {
    this(name, work, new AtomicBoolean());
  }

  private WorkerThread(String name, Work work, AtomicBoolean closed) {
    this.closed = closed;
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(() -> run(work));
  }

  /** A thread that repeats a step until it is closed. The failure of a step is logged. */
  public static WorkerThread repeating(String name, Logger log, Work step) {
    return repeating(name, log, step, () -> {});
  }

  /**
   * A thread that repeats a step until it is closed.
   *
   * @param last runs on the thread after the last step, not interrupted
   */
  public static WorkerThread repeating(String name, Logger log, Work step, Work last) {
    AtomicBoolean closed = new AtomicBoolean();
    Work work =
        () -> {
          repeat(name, log, step, closed);
          boolean _ = Thread.interrupted();
          last.run();
        };
    return new WorkerThread(name, work, closed);
  }

  private static void repeat(String name, Logger log, Work step, AtomicBoolean closed) {
    while (!closed.get()) {
      try {
        step.run();
      } catch (InterruptedException _) {
        return;
      } catch (RuntimeException e) {
        log.error("{} failed and goes on", name, e);
      }
    }
  }

  private static void run(Work work) {
    try {
      work.run();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Makes daemon threads for a pool, each with the name and a number. */
  public static ThreadFactory factory(String name) {
    return Thread.ofPlatform().daemon().name(name + "-", 0).factory();
  }

  public void start() {
    thread.start();
  }

  /** Returns whether it was started and has not ended. */
  public boolean isAlive() {
    return thread.isAlive();
  }

  @Override
  public void close() {
    closed.set(true);
    thread.interrupt();
    awaitEnd(thread);
  }

  /** Waits for the end of a thread, also if the caller is interrupted; it stays interrupted. */
  public static void awaitEnd(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
