package dev.graspd.bench.git;

import dev.graspd.bench.load.Samples;
import dev.graspd.core.nostr.Event;
import java.util.concurrent.locks.LockSupport;

/**
 * Publishes at fixed times until it is stopped, on one connection: a newer announcement of the same
 * repository each time. The clock of each runs from when it should have been sent.
 */
final class EventProber implements Runnable {
  private static final long EVERY_NANOS = 20_000_000;

  private final GitStage stage;
  private final Hosted hosted;
  private final Samples samples;
  private final int most;
  private volatile boolean stopped;

  /**
   * Sends nothing yet.
   *
   * @param most after so many events it stops by itself
   */
  EventProber(GitStage stage, Hosted hosted, Samples samples, int most) {
    this.stage = stage;
    this.hosted = hosted;
    this.samples = samples;
    this.most = most;
  }

  void stop() {
    stopped = true;
  }

  @Override
  public void run() {
    try (Publisher publisher = stage.publisher()) {
      long due = System.nanoTime();
      for (int i = 0; i < most && !stopped; i++) {
        // Signed before its time comes: that is not the server's work.
        Event event = hosted.announcement(stage.nextEventSeconds());
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        publisher.publish(event);
        samples.add(System.nanoTime() - due);
        due += EVERY_NANOS;
      }
    }
  }
}
