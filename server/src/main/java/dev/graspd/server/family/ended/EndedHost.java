package dev.graspd.server.family.ended;

import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.role.Mandate;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Continues and erases ended repositories, at once and then from time to time. */
public final class EndedHost implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EndedHost.class);

  private final EndedKeeper keeper;
  private final Mandate mandate;
  private final Duration every;
  private final WorkerThread thread = WorkerThread.repeating("holding", LOG, this::step);

  public EndedHost(EndedKeeper keeper, Duration every, Mandate mandate) {
    this.keeper = keeper;
    this.mandate = mandate;
    this.every = every;
  }

  public void start() {
    thread.start();
  }

  private void step() throws InterruptedException {
    try {
      int erased = keeper.cleanUp(mandate);
      LOG.debug("{} ended repositories were erased", erased);
    } catch (RuntimeException e) {
      LOG.warn("ended repositories could not be cleaned up", e);
    }
    Thread.sleep(every);
  }

  @Override
  public void close() {
    thread.close();
  }
}
