package dev.graspd.server.ops.systemd;

import dev.graspd.server.base.WorkerThread;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds the watchdog of the service manager while every part that is asked has answered since the
 * last time. A part that hangs ends the process, and the service manager starts it again.
 */
public final class Watchdog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

  /** Signs of life in each period of the service manager. */
  private static final int ROUNDS = 3;

  private final SortedMap<String, Executor> parts;
  private final Runnable feed;
  private final Set<String> waitsFor = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(WorkerThread.factory("watchdog"));

  /**
   * A watchdog that does nothing yet.
   *
   * @param parts by name; each runs what it is given if it works
   */
  public Watchdog(Map<String, Executor> parts, Runnable feed) {
    this.parts = new TreeMap<>(parts);
    this.feed = feed;
  }

  public static Watchdog start(Map<String, Executor> parts, Supervisor supervisor) {
    Watchdog watchdog = new Watchdog(parts, supervisor::alive);
    supervisor.watchdog().ifPresent(watchdog::every);
    return watchdog;
  }

  private void every(Duration period) {
    long pause = Math.max(1, period.toMillis() / ROUNDS);
    Future<?> _ = timer.scheduleWithFixedDelay(this::round, 0, pause, TimeUnit.MILLISECONDS);
  }

  /** Feeds if all have answered, and asks all again; a part that is silent is not asked twice. */
  void round() {
    List<String> silent = silent();
    if (!silent.isEmpty()) {
      LOG.error("the watchdog is not fed: no answer from {}", String.join(", ", silent));
      return;
    }
    feed.run();
    parts.forEach(this::ask);
  }

  /** Returns the parts that were asked and have not answered yet. */
  List<String> silent() {
    return waitsFor.stream().sorted().toList();
  }

  private void ask(String name, Executor part) {
    waitsFor.add(name);
    try {
      part.execute(() -> waitsFor.remove(name));
    } catch (RuntimeException e) {
      LOG.error("the watchdog cannot ask {}", name, e);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
