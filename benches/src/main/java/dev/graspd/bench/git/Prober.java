package dev.graspd.bench.git;

import dev.graspd.bench.load.Samples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks at fixed times until it is stopped, on one connection. A late answer makes the next ones
 * late, and that counts: the clock of each runs from when it should have been asked.
 */
final class Prober implements Runnable {
  private static final long EVERY_NANOS = 10_000_000;

  private final Operation operation;
  private final Served served;
  private final Samples samples;
  private final int most;
  private volatile boolean stopped;

  /**
   * Asks nothing yet.
   *
   * @param most after so many questions it stops by itself
   */
  Prober(Operation operation, Served served, Samples samples, int most) {
    this.operation = operation;
    this.served = served;
    this.samples = samples;
    this.most = most;
  }

  void stop() {
    stopped = true;
  }

  @Override
  public void run() {
    try (HttpConnection connection = served.connect()) {
      long due = System.nanoTime();
      for (int i = 0; i < most && !stopped; i++) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        operation.once(connection, served);
        samples.add(System.nanoTime() - due);
        due += EVERY_NANOS;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
