package dev.graspd.server.base;

/**
 * Tells event loops from other threads. One loop serves many connections, so work that may wait for
 * a disk or for others is done elsewhere.
 */
public final class EventLoops {
  private EventLoops() {}

  /** A thread that is an event loop. */
  public interface LoopThread {}

  /**
   * Fails on an event loop, if assertions are on, as in all tests. Called where the implementation
   * of a blocking port begins.
   */
  public static void requireElsewhere() {
    assert !isHere() : "an event loop waits: " + Thread.currentThread().getName();
  }

  private static boolean isHere() {
    return Thread.currentThread() instanceof LoopThread;
  }
}
