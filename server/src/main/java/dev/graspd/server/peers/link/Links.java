package dev.graspd.server.peers.link;

import dev.graspd.core.sync.relays.SyncAction;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.egress.Egress;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.peers.status.SyncLog;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Makes calls to relays, and owns the few threads on which their connections run. */
public final class Links implements AutoCloseable {
  private static final Duration END_MAX = Duration.ofSeconds(5);

  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          Math.max(1, Runtime.getRuntime().availableProcessors() / 2),
          WorkerThread.factory("sync-link"));
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, WorkerThread.factory("sync-timer"));
  private final Call.Ways ways;

  /**
   * @param openWithin how long a WebSocket may take to open
   * @param compares whether NIP-77 may be used
   * @param bytes the memory budget for messages of relays
   */
  public Links(
      Egress egress,
      OwnSide own,
      Duration openWithin,
      boolean compares,
      LinkClock clock,
      SyncLog log,
      ByteBudget bytes) {
    timer.setRemoveOnCancelPolicy(true);
    this.ways =
        new Call.Ways(
            new RelayInfos(egress.documents(), System::nanoTime),
            egress.webSockets(),
            openWithin,
            compares,
            new LinkHost.Shared(own, threads, timer, clock, log, bytes));
  }

  /** Prepares a call to a relay; its owner starts it. */
  public Call call(
      SyncAction.Dial dial,
      Target target,
      FairMailbox<SyncInput> mailbox,
      Consumer<Call> whenOver) {
    return new Call(dial, target, ways, mailbox, whenOver);
  }

  /** Waits a limited time for work that is under way. */
  @Override
  public void close() {
    timer.shutdownNow();
    threads.shutdownNow();
    try {
      boolean _ = threads.awaitTermination(END_MAX.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
