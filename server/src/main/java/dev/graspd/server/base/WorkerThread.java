package dev.graspd.server.base;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;

/** A daemon thread. Closing it ends its work, usually by an interrupt, and waits for that. */
public final class WorkerThread implements AutoCloseable {
  /** Pause after a failure of work that others do not notice, for example of a full disk. */
  public static final Duration RETRY_AFTER = Duration.ofSeconds(10);

  private final Thread thread;
  private final Consumer<Thread> end;

  /** Work that ends when its thread is interrupted. */
  public interface Work {
    void run() throws InterruptedException;
  }

  /** A thread that does its work once. */
  public WorkerThread(String name, Work work) {
    this(name, work, Thread::interrupt);
  }

  private WorkerThread(String name, Work work, Consumer<Thread> end) {
    this.end = end;
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(() -> run(work));
  }

  /**
   * A thread that is never interrupted: that would close files in the middle of a read or write.
   *
   * @param end lets the work return; called when the thread is closed
   */
  public static WorkerThread uninterrupted(String name, Work work, Runnable end) {
    return new WorkerThread(name, work, _ -> end.run());
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
    return new WorkerThread(
        name,
        work,
        thread -> {
          closed.set(true);
          thread.interrupt();
        });
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
    end.accept(thread);
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
