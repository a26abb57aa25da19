package dev.graspd.server.hosting;

import dev.graspd.server.base.FailPoints;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Kills a host at a fail point: the thread that comes there stops for good, so that nothing is
 * cleaned up, as when a process is killed. When the test is over, the thread fails.
 */
final class KillSwitch implements FailPoints {
  private record Plan(String place, Runnable work) {}

  private final CompletableFuture<Boolean> over = new CompletableFuture<>();
  private final AtomicReference<Plan> plan = new AtomicReference<>();
  private volatile boolean hasKilled;

  /** Whether a thread was killed: others of its host may wait for it until the end of the test. */
  boolean hasKilled() {
    return hasKilled;
  }

  /** Kills the first thread that comes to a place; the answer is true then. */
  CompletableFuture<Boolean> killAt(String place) {
    CompletableFuture<Boolean> killed = new CompletableFuture<>();
    runAt(
        place,
        () -> {
          hasKilled = true;
          killed.complete(true);
          over.join();
          throw new IllegalStateException("killed at " + place);
        });
    return killed;
  }

  /** Does something else when the first thread comes to a place, which then goes on. */
  void runAt(String place, Runnable work) {
    plan.set(new Plan(place, work));
  }

  /** Lets killed threads fail. */
  void release() {
    over.complete(true);
  }

  @Override
  public void reach(String name) {
    Plan now = plan.get();
    if (now != null && now.place.equals(name) && plan.compareAndSet(now, null)) {
      now.work.run();
    }
  }
}
