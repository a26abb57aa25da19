package dev.graspd.server.git.ingest;

import dev.graspd.server.git.ingest.pack.PackIngest;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tells a client every few seconds that its push is in progress, until it is closed. */
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
        answer.progress(text());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // The client is gone; the thread of the push notices that too, and cleans up.
    }
  }

  @Override
  public void close() {
    end.countDown();
  }
}
