package dev.graspd.server.web;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Gone;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.ban.BanStore;
import dev.graspd.core.store.hook.HookStore;
import dev.graspd.core.store.query.Arrival;
import dev.graspd.core.store.query.CountRun;
import dev.graspd.core.store.query.ItemRun;
import dev.graspd.core.store.query.QueryRun;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * A store that hesitates between looking and answering, so that what happens in between really
 * happens: without it the moments that matter are microseconds long.
 */
final class ShakyStore implements EventStore {
  private static final long PAUSE_MICROS_MAX = 3_000;

  private final EventStore real;

  ShakyStore(EventStore real) {
    this.real = real;
  }

  private static <T> T hesitating(T answer) {
    if (ThreadLocalRandom.current().nextBoolean()) {
      LockSupport.parkNanos(
          TimeUnit.MICROSECONDS.toNanos(ThreadLocalRandom.current().nextLong(PAUSE_MICROS_MAX)));
    }
    return answer;
  }

  @Override
  public Optional<Arrival> arrival(EventId id) {
    return hesitating(real.arrival(id));
  }

  @Override
  public QueryRun query(List<Filter> filters, long nowSeconds) {
    return hesitating(real.query(filters, nowSeconds));
  }

  @Override
  public ItemRun items(Filter filter, long nowSeconds) {
    ItemRun run = hesitating(real.items(filter, nowSeconds));
    return new ItemRun() {
      @Override
      public long snapshotSeq() {
        return run.snapshotSeq();
      }

      @Override
      public boolean next(int maxWork, Sink sink) {
        return hesitating(run.next(Math.min(maxWork, 20), sink));
      }
    };
  }

  @Override
  public List<LogRecord> tail(long afterSeq, int max) {
    return real.tail(afterSeq, max);
  }

  @Override
  public <R> CompletionStage<R> write(Function<StoreTransaction, R> work) {
    return real.write(work);
  }

  @Override
  public HookStore hooks() {
    return real.hooks();
  }

  @Override
  public BanStore bans() {
    return real.bans();
  }

  @Override
  public Known known(EventId id) {
    return real.known(id);
  }

  @Override
  public Optional<Gone> gone(EventId id) {
    return real.gone(id);
  }

  @Override
  public Optional<Event> served(EventId id) {
    return real.served(id);
  }

  @Override
  public CountRun count(List<Filter> filters, long nowSeconds) {
    return real.count(filters, nowSeconds);
  }

  @Override
  public long lastSeq() {
    return real.lastSeq();
  }

  @Override
  public OptionalLong nextSweepSeconds() {
    return real.nextSweepSeconds();
  }

  @Override
  public void onCommit(Runnable wake) {
    real.onCommit(wake);
  }

  @Override
  public EventStore.Stats stats() {
    return real.stats();
  }

  @Override
  public void close() {
    real.close();
  }
}
