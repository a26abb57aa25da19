package dev.graspd.server.relay;

import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.Turns;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Parses large messages outside the event loops, so that they do not delay small messages of
 * others. Addresses take turns. Few messages at a time are between their bytes and their objects,
 * which take several times as much memory. Thread-safe.
 */
final class ParsePool implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ParsePool.class);

  /** A message of at most this size is parsed where it arrives. */
  static final int ON_LOOP_BYTES_MAX = 16 << 10;

  /** Messages that are being parsed, or parsed and not yet taken. */
  private static final int UNDER_WAY_MAX = 4;

  /** Half of the processors: large messages are rare, and nothing else may wait for them. */
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, UNDER_WAY_MAX),
          WorkerThread.factory("parse"));

  /** At most one of each connection, whose bytes are charged to it. */
  private final Turns<Runnable> waiting = new Turns<>(Integer.MAX_VALUE, Integer.MAX_VALUE);

  private int underWay;

  /** Runs something in its turn; {@link #done} must follow when its result is taken. */
  synchronized void submit(Payer payer, Runnable parsing) {
    waiting.offer(payer, parsing);
    startNext();
  }

  /** Removes a message that is still waiting; returns whether it was. */
  synchronized boolean remove(Payer payer, Runnable parsing) {
    return waiting.remove(payer, parsing);
  }

  synchronized void done() {
    underWay--;
    startNext();
  }

  private void startNext() {
    if (underWay < UNDER_WAY_MAX && !threads.isShutdown()) {
      waiting
          .poll()
          .ifPresent(parsing -> {
            underWay++;
            threads.execute(() -> run(parsing));
          });
    }
  }

  private void run(Runnable parsing) {
    try {
      parsing.run();
    } catch (RejectedExecutionException _) {
      // The loop that waited for it has ended.
      done();
    } catch (RuntimeException e) {
      LOG.error("a message could not be parsed", e);
      done();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
