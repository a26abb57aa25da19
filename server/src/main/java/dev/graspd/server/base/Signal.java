package dev.graspd.server.base;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Wakes one thread. Calls before it wakes up count as one; a call while it works wakes it again.
 * Thread-safe.
 */
public final class Signal {
  private final Semaphore permit = new Semaphore(0);
  private final AtomicBoolean isGiven = new AtomicBoolean();

  /** Wakes the thread, now or as soon as it waits. Never blocks. */
  public void give() {
    if (!isGiven.getAndSet(true)) {
      permit.release();
    }
  }

  /** Waits for the signal. */
  public void await() throws InterruptedException {
    permit.acquire();
    isGiven.set(false);
  }

  /** Waits for the signal for a limited time; returns whether it came. */
  public boolean await(Duration max) throws InterruptedException {
    boolean came = permit.tryAcquire(max.toNanos(), TimeUnit.NANOSECONDS);
    if (came) {
      isGiven.set(false);
    }
    return came;
  }
}
