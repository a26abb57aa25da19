package dev.graspd.server.gate;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks after what is kept of ended repositories: at the start, and then from time to time. */
final class HoldingHost implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HoldingHost.class);

  private final Holdings holdings;
  private final Duration every;
  private final Thread thread;

  HoldingHost(Holdings holdings, Duration every) {
    this.holdings = holdings;
    this.every = every;
    this.thread = Thread.ofPlatform().name("holding").daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    while (!Thread.currentThread().isInterrupted()) {
      look();
      try {
        Thread.sleep(every);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void look() {
    try {
      int erased = holdings.cleanUp();
      LOG.debug("{} ended repositories were erased", erased);
    } catch (RuntimeException e) {
      LOG.warn("what is kept of ended repositories was not looked after", e);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
