package dev.graspd.server.app.server;

import dev.graspd.core.store.Store;
import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.gate.Sweeper;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.data.DiskWatch;
import dev.graspd.server.ops.data.DropBox;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The periodic tasks of a running server, each on its own timer. */
final class PeriodicTasks {
  private static final Logger LOG = LoggerFactory.getLogger(PeriodicTasks.class);

  private static final Duration SWEEP_EVERY = Duration.ofSeconds(1);
  private static final Duration COMMANDS_EVERY = Duration.ofMillis(500);
  private static final Duration DISKS_EVERY = Duration.ofSeconds(10);

  /** How long a killed backup may prevent the reuse of the store's pages. */
  private static final Duration READERS_EVERY = Duration.ofSeconds(60);

  private PeriodicTasks() {}

  /** Removes expired rows. */
  static void startSweeping(Sweeper sweeper, Deque<Runnable> closers) {
    every(Duration.ZERO, SWEEP_EVERY, () -> sweep(sweeper), timer("sweep", closers));
  }

  /**
   * Watches the free space of disks, and frees pages of the store that killed readers such as
   * backups still hold.
   */
  static void startWatching(DiskWatch disks, Store store, Deque<Runnable> closers) {
    disks.measure();
    ScheduledExecutorService timer = timer("disk", closers);
    every(DISKS_EVERY, DISKS_EVERY, disks::measure, timer);
    every(READERS_EVERY, READERS_EVERY, () -> housekeep(store), timer);
  }

  /** Waits for the end: a second sweep at the same time would repeat the work. */
  private static void sweep(Sweeper sweeper) {
    try {
      int removed = sweeper.sweep().toCompletableFuture().join();
      if (removed > 0) {
        LOG.debug("{} rows have expired", removed);
      }
    } catch (RuntimeException e) {
      LOG.warn("expired rows could not be removed: {}", e.toString());
    }
  }

  private static void housekeep(Store store) {
    int dead = store.housekeep();
    if (dead > 0) {
      LOG.info("freed the pages of {} killed readers of the store", dead);
    }
  }

  /** Lets the operator's commands ask this server. */
  static void startAnswering(
      Path relay, Function<String, DropBox.Answer> answers, Deque<Runnable> closers)
      throws StartRefused {
    DropBox box = new DropBox(relay);
    try {
      box.open();
    } catch (IOException e) {
      throw new StartRefused(
          "the directory " + relay + " cannot be used: " + FileTrouble.text(e), e);
    }
    every(COMMANDS_EVERY, COMMANDS_EVERY, () -> box.answer(answers), timer("desk", closers));
  }

  private static ScheduledExecutorService timer(String name, Deque<Runnable> closers) {
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(WorkerThread.factory(name));
    closers.push(timer::shutdownNow);
    return timer;
  }

  private static void every(
      Duration delay, Duration pause, Runnable task, ScheduledExecutorService timer) {
    Future<?> _ =
        timer.scheduleWithFixedDelay(
            task, delay.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
  }
}
