package dev.graspd.server.app.server;

import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Store;
import dev.graspd.server.ban.BanWork;
import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.gate.Sweeper;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.data.DiskWatch;
import dev.graspd.server.ops.data.DropBox;
import dev.graspd.server.role.Duty;
import dev.graspd.server.role.Mandate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The periodic tasks of a running server, each on its own timer. */
final class PeriodicTasks {
  private static final Logger LOG = LoggerFactory.getLogger(PeriodicTasks.class);

  private static final Duration SWEEP_EVERY = Duration.ofSeconds(1);
  private static final Duration BANS_EVERY = Duration.ofSeconds(2);
  private static final Duration COMMANDS_EVERY = Duration.ofMillis(500);
  private static final Duration DISKS_EVERY = Duration.ofSeconds(10);

  /** How long a killed backup may prevent the reuse of the store's pages. */
  private static final Duration READERS_EVERY = Duration.ofSeconds(60);

  private static final Duration END_MAX = Duration.ofSeconds(10);

  private PeriodicTasks() {}

  /** The work of the role of timers: sweeping, the ends of bans, and what the host does in time. */
  static Duty timers(
      Store store, Optional<HostingSetup> hosting, BanWork bans, InstantSource clock) {
    List<Duty> duties = new ArrayList<>();
    hosting.ifPresent(one -> duties.add(one.host().timers()));
    LongConsumer swept = hosting.<LongConsumer>map(one -> one.host()::swept).orElse(_ -> {});
    duties.add(sweeping(store, clock, swept));
    duties.add(endingBans(bans));
    return Duty.all(duties);
  }

  /**
   * Removes expired rows.
   *
   * @param swept gets the log number after which events were removed; must not wait
   */
  private static Duty sweeping(EventStore store, InstantSource clock, LongConsumer swept) {
    return mandate -> {
      Sweeper sweeper = new Sweeper(store, clock, swept, mandate);
      ScheduledExecutorService timer = timer("sweep");
      every(Duration.ZERO, SWEEP_EVERY, () -> sweep(sweeper, mandate), timer);
      return () -> end(timer);
    };
  }

  /** Lifts bans whose time is over. */
  private static Duty endingBans(BanWork bans) {
    return mandate -> {
      ScheduledExecutorService timer = timer("bans-end");
      every(BANS_EVERY, BANS_EVERY, () -> endBans(bans, mandate), timer);
      return () -> end(timer);
    };
  }

  private static void endBans(BanWork bans, Mandate mandate) {
    try {
      bans.end(mandate);
    } catch (RuntimeException e) {
      if (mandate.isHeld()) {
        LOG.warn("bans whose time is over are left for later", e);
      }
    }
  }

  /**
   * Watches the free space of disks, and frees pages of the store that killed readers such as
   * backups still hold.
   */
  static void startWatching(DiskWatch disks, Store store, Deque<Runnable> closers) {
    disks.measure();
    ScheduledExecutorService timer = timer("disk");
    closers.push(timer::shutdownNow);
    every(DISKS_EVERY, DISKS_EVERY, disks::measure, timer);
    every(READERS_EVERY, READERS_EVERY, () -> housekeep(store), timer);
  }

  /** Waits for the end: a second sweep at the same time would repeat the work. */
  private static void sweep(Sweeper sweeper, Mandate mandate) {
    if (!mandate.isHeld()) {
      return;
    }
    try {
      int removed = sweeper.sweep().toCompletableFuture().join();
      if (removed > 0) {
        LOG.debug("{} rows have expired", removed);
      }
    } catch (RuntimeException e) {
      if (!mandate.isHeld()) {
        LOG.debug("expired rows are left to the next holder of the role", e);
        return;
      }
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
  static Duty answering(Path relay, DropBox.Desk desk) throws StartRefused {
    DropBox box = new DropBox(relay);
    try {
      box.open();
    } catch (IOException e) {
      throw new StartRefused(
          "the directory " + relay + " cannot be used: " + FileTrouble.text(e), e);
    }
    return _ -> {
      ScheduledExecutorService timer = timer("desk");
      every(COMMANDS_EVERY, COMMANDS_EVERY, () -> box.answer(desk), timer);
      return () -> end(timer);
    };
  }

  private static ScheduledExecutorService timer(String name) {
    return Executors.newSingleThreadScheduledExecutor(WorkerThread.factory(name));
  }

  private static void end(ScheduledExecutorService timer) {
    timer.shutdownNow();
    try {
      boolean _ = timer.awaitTermination(END_MAX.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void every(
      Duration delay, Duration pause, Runnable task, ScheduledExecutorService timer) {
    Future<?> _ =
        timer.scheduleWithFixedDelay(
            task, delay.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
  }
}
