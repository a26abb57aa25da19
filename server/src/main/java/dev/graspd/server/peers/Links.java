package dev.graspd.server.peers;

import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.egress.Egress;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;

/** How relays are reached, and the few threads on which their connections have their turns. */
public final class Links implements AutoCloseable {
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          Math.max(1, Runtime.getRuntime().availableProcessors() / 2), daemons("sync-link"));
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, daemons("sync-timer"));
  private final Call.Ways ways;

  /**
   * @param patience how long a WebSocket may take to open
   * @param compares whether NIP-77 may be used
   * @param bytes what is kept of all that relays send is charged to
   */
  public Links(
      Egress egress,
      OwnSide own,
      Duration patience,
      boolean compares,
      LinkClock clock,
      SyncLog log,
      ByteBudget bytes) {
    timer.setRemoveOnCancelPolicy(true);
    this.ways =
        new Call.Ways(
            new RelayInfos(egress.http(), System::nanoTime),
            egress.webSockets(),
            patience,
            compares,
            new LinkHost.Shared(own, threads, timer, clock, log, bytes));
  }

  Call.Ways ways() {
    return ways;
  }

  @Override
  public void close() {
    timer.shutdownNow();
    threads.shutdownNow();
  }

  private static ThreadFactory daemons(String name) {
    return Thread.ofPlatform().daemon().name(name + "-", 0).factory();
  }
}
