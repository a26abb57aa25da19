package dev.graspd.server.git.ingest;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets a client know every few seconds that its push is being worked on, until it is closed. */
final class KeepAlive implements PackIngest.Progress, AutoCloseable {
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile int done;
  private volatile int all;

  KeepAlive(PushAnswer answer, Duration interval) {
    Thread.ofVirtual().name("push-patience").start(() -> run(answer, interval));
  }

  @Override
  public void checked(int doneNow, int allNow) {
    done = doneNow;
    all = allNow;
  }

  private String text() {
    return all == 0 ? "" : "checking objects: %,d of %,d".formatted(done, all);
  }

  private void run(PushAnswer answer, Duration interval) {
    try {
      while (!end.await(interval.toNanos(), TimeUnit.NANOSECONDS)) {
        answer.patience(text());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // The client is gone; whoever reads from it or answers it notices too, and cleans up.
    }
  }

  @Override
  public void close() {
    end.countDown();
  }
}
