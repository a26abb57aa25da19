package dev.graspd.server.peers.status;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.refusal.RefusalMemory;
import dev.graspd.core.sync.relays.SyncMachine;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Keeps a recent overview of sync. Refreshed by the sync thread, read by all. */
public final class SyncWatch implements SyncReadings {
  /** How often the overview is refreshed, in real time. */
  public static final Duration EVERY = Duration.ofSeconds(2);

  private final Supplier<RefusalMemory.Counts> refused;
  private final SyncMetrics metrics;
  private final LongSupplier nanoTime;
  private volatile SyncOverview overview;

  /** When it was refreshed last; empty before the first time. Owned by the sync thread. */
  private Optional<Long> refreshedNanos = Optional.empty();

  /** Begins with an empty overview. */
  public SyncWatch(
      Supplier<RefusalMemory.Counts> refused,
      SyncMetrics metrics,
      LongSupplier nanoTime,
      Now start) {
    this.refused = refused;
    this.metrics = metrics;
    this.nanoTime = nanoTime;
    this.overview = empty(start);
  }

  private SyncOverview empty(Now now) {
    return new SyncOverview(now, List.of(), new TreeMap<>(), refused.get());
  }

  /** Sync has ended here: it follows no relay. */
  public void forget(Now now) {
    overview = empty(now);
    metrics.refreshed(overview);
  }

  @Override
  public Optional<SyncOverview> overview() {
    return Optional.of(overview);
  }

  /** Takes a new overview, unless the last one is recent. */
  public void refresh(SyncMachine machine, Now now) {
    long nanos = nanoTime.getAsLong();
    if (refreshedNanos.filter(last -> nanos - last < EVERY.toNanos()).isPresent()) {
      return;
    }
    refreshedNanos = Optional.of(nanos);
    overview =
        new SyncOverview(now, machine.views(now), machine.naughty().counts(now), refused.get());
    metrics.refreshed(overview);
  }
}
