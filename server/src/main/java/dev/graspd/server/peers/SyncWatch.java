package dev.graspd.server.peers;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.RefusalMemory;
import dev.graspd.core.sync.SyncMachine;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Keeps what operators may read of sync fresh. Refreshed by the sync thread, read by all. */
public final class SyncWatch implements SyncReadings {
  /** What operators see is at most so old, in real time. */
  static final Duration EVERY = Duration.ofSeconds(2);

  private final Supplier<RefusalMemory.Counts> refused;
  private final SyncMetrics metrics;
  private final LongSupplier nanoTime;
  private volatile SyncOverview overview;

  /** When it was refreshed last; empty before the first time. Owned by the sync thread. */
  private Optional<Long> refreshedNanos = Optional.empty();

  /** Nothing is known yet at this time. */
  public SyncWatch(
      Supplier<RefusalMemory.Counts> refused,
      SyncMetrics metrics,
      LongSupplier nanoTime,
      Now start) {
    this.refused = refused;
    this.metrics = metrics;
    this.nanoTime = nanoTime;
    this.overview = new SyncOverview(start, List.of(), new TreeMap<>(), refused.get());
  }

  @Override
  public Optional<SyncOverview> overview() {
    return Optional.of(overview);
  }

  /** Looks at the machine, unless it did a moment ago. */
  void refresh(SyncMachine machine, Now now) {
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
