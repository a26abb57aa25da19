package dev.graspd.server.app;

import dev.graspd.server.gate.Sweeper;
import dev.graspd.server.ops.DiskWatch;
import dev.graspd.server.ops.DropBox;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.store.lmdb.LmdbEventStore;
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

/** What a running server does again and again, on timers of its own. */
final class Chores {
  private static final Logger LOG = LoggerFactory.getLogger(Chores.class);

  private static final Duration SWEEP_EVERY = Duration.ofSeconds(1);
  private static final Duration DESK_EVERY = Duration.ofMillis(500);
  private static final Duration DISKS_EVERY = Duration.ofSeconds(10);

  /** How long a backup that was killed may keep pages of the store from being used again. */
  private static final Duration READERS_EVERY = Duration.ofSeconds(60);

  private Chores() {}

  /** Removes what has expired. */
  static void startSweeping(Sweeper sweeper, Deque<Runnable> closers) {
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(Daemons.named("sweep"));
    closers.push(timer::shutdownNow);
    Future<?> _ =
        timer.scheduleWithFixedDelay(
            () -> sweep(sweeper), 0, SWEEP_EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Watches the room on disks, and frees the pages of the store that readers have kept which were
   * killed, such as backups.
   */
  static void startWatching(DiskWatch disks, LmdbEventStore store, Deque<Runnable> closers) {
    disks.look();
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(Daemons.named("disk"));
    closers.push(timer::shutdownNow);
    Future<?> _ =
        timer.scheduleWithFixedDelay(
            disks::look, DISKS_EVERY.toMillis(), DISKS_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    Future<?> _ =
        timer.scheduleWithFixedDelay(
            () -> forgetDeadReaders(store),
            READERS_EVERY.toMillis(),
            READERS_EVERY.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  /** Waits for the end: two sweeps at once would do the same work twice. */
  private static void sweep(Sweeper sweeper) {
    try {
      int removed = sweeper.sweep().toCompletableFuture().join();
      if (removed > 0) {
        LOG.debug("{} rows had their time", removed);
      }
    } catch (RuntimeException e) {
      LOG.warn("what has had its time could not be removed: {}", e.toString());
    }
  }

  private static void forgetDeadReaders(LmdbEventStore store) {
    int dead = store.forgetDeadReaders();
    if (dead > 0) {
      LOG.info("{} readers of the store were killed and are forgotten", dead);
    }
  }

  /** Lets the operator's commands ask this server. */
  static void startDesk(Path relay, Function<String, DropBox.Answer> desk, Deque<Runnable> closers)
      throws StartRefused {
    DropBox box = new DropBox(relay);
    try {
      box.open();
    } catch (IOException e) {
      throw new StartRefused(
          "the directory " + relay + " cannot be used: " + FileTrouble.text(e), e);
    }
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(Daemons.named("desk"));
    closers.push(timer::shutdownNow);
    Future<?> _ =
        timer.scheduleWithFixedDelay(
            () -> box.answer(desk),
            DESK_EVERY.toMillis(),
            DESK_EVERY.toMillis(),
            TimeUnit.MILLISECONDS);
  }
}
