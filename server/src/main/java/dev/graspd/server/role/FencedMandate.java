package dev.graspd.server.role;

import dev.graspd.core.role.Fence;
import dev.graspd.core.role.RoleLostException;
import dev.graspd.core.store.StoreTransaction;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The mandate of one tenure: its fence, and the work that it has under way. */
final class FencedMandate implements Mandate {
  private final Fence fence;
  private final Consumer<FencedMandate> onLost;
  private final Object lock = new Object();
  private volatile boolean isOver;
  private int pending;

  /**
   * @param onLost called when the store refuses the fence while the mandate is held, on any thread;
   *     must not wait
   */
  FencedMandate(Fence fence, Consumer<FencedMandate> onLost) {
    this.fence = fence;
    this.onLost = onLost;
  }

  Fence fence() {
    return fence;
  }

  @Override
  public void require(StoreTransaction tx) {
    try {
      tx.roles().require(fence);
    } catch (RoleLostException e) {
      if (end()) {
        onLost.accept(this);
      }
      throw e;
    }
  }

  @Override
  public boolean isHeld() {
    return !isOver;
  }

  @Override
  public <R> CompletionStage<R> track(CompletionStage<R> work) {
    synchronized (lock) {
      pending++;
    }
    return work.whenComplete((_, _) -> {
      synchronized (lock) {
        pending--;
        lock.notifyAll();
      }
    });
  }

  /** Ends it; returns whether this call did. */
  boolean end() {
    synchronized (lock) {
      boolean ends = !isOver;
      isOver = true;
      return ends;
    }
  }

  /** Waits for tracked work; returns whether all of it has ended. */
  boolean awaitWork(Duration max) {
    long until = System.nanoTime() + max.toNanos();
    boolean interrupted = false;
    boolean done;
    synchronized (lock) {
      long left = until - System.nanoTime();
      while (pending > 0 && left > 0 && !interrupted) {
        try {
          TimeUnit.NANOSECONDS.timedWait(lock, left);
        } catch (InterruptedException e) {
          interrupted = true;
        }
        left = until - System.nanoTime();
      }
      done = pending == 0;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return done;
  }
}
