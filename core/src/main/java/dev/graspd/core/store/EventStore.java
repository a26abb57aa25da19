package dev.graspd.core.store;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.store.ban.BanStore;
import dev.graspd.core.store.blocking.Blocking;
import dev.graspd.core.store.blocking.NeverBlocking;
import dev.graspd.core.store.hook.HookStore;
import dev.graspd.core.store.query.Arrival;
import dev.graspd.core.store.query.CountRun;
import dev.graspd.core.store.query.ItemRun;
import dev.graspd.core.store.query.QueryRun;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The durable store of events, and its log.
 *
 * <p>Writes are carried out one after the other by one writer, which puts those that are waiting
 * into one transaction. Reads may come from any thread and never wait for writes.
 */
@Blocking
public interface EventStore extends AutoCloseable {
  /**
   * How many records of removals and moved refs the log keeps; a follower that is further behind
   * reads the store again.
   */
  int REMOVALS_KEPT = 100_000;

  /**
   * How many minutes in which events came the store knows: a year of them, if there is one in every
   * minute. Each takes some 30 bytes.
   */
  int MINUTES_KEPT = 366 * 24 * 60;

  /**
   * Runs the work in a write transaction. The answer comes after the transaction is on disk, on the
   * writer's thread: do not block it. If the work throws, nothing of it is stored, other work is
   * not harmed, and the answer fails with the same exception. {@link StorageException} means that
   * the disk is full or broken.
   *
   * <p>The work touches nothing but the transaction: it is run again when other work that shared
   * its transaction failed. When too much work is waiting the caller waits here (the writer's own
   * thread never does).
   */
  <R> CompletionStage<R> write(Function<StoreTransaction, R> work);

  /** A permission to use the reserve of the disk, until it is closed. */
  interface ReserveUse extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Lets writes use what {@code NGIT_MIN_FREE_DISK_BYTES} keeps free, until the answer is closed:
   * for the operator's orders, which free space or keep something from being shown. Meanwhile other
   * writes may use it too, so this is for work that strangers cannot cause.
   */
  default ReserveUse useReserve() {
    return () -> {};
  }

  /** Returns what is known of an id, as of the last commit. */
  Known known(EventId id);

  /** Returns why an id is {@link Known#GONE}, if it is. */
  Optional<Gone> gone(EventId id);

  /** Returns the bans and the audit log. */
  @NeverBlocking
  BanStore bans();

  /** Returns the webhooks and their deliveries. */
  @NeverBlocking
  HookStore hooks();

  /** Returns a served event. */
  Optional<Event> served(EventId id);

  /** Returns when a served event came here; empty if it is not served, or nothing is known. */
  Optional<Arrival> arrival(EventId id);

  /**
   * Starts a query over served events, newest first, ties lowest id first, each event once. Each
   * filter contributes its newest {@code limit} events. The run sees events up to {@link
   * QueryRun#snapshotSeq()} only; it leaves out those that are removed meanwhile.
   */
  QueryRun query(List<Filter> filters, long nowSeconds);

  /**
   * Starts an exact count of the served events that match any of the filters; limits do not matter.
   */
  CountRun count(List<Filter> filters, long nowSeconds);

  /** Starts a scan of (created_at, id) of all served events that match, newest first. */
  ItemRun items(Filter filter, long nowSeconds);

  /**
   * Returns the log after this number, oldest first, at most this many records; fewer if they are
   * large, and none only if there is none.
   */
  List<LogRecord> tail(long afterSeq, int max);

  /** Returns the number of the last committed log record, 0 for an empty store. */
  @NeverBlocking
  long lastSeq();

  /**
   * Returns the earliest time at which {@link StoreTransaction#sweep} has work, if any is known.
   */
  OptionalLong nextSweepSeconds();

  /** Registers a wake-up that is called after each commit, on the writer's thread: only signal. */
  @NeverBlocking
  void onCommit(Runnable wake);

  /** Figures for operators. */
  record Stats(long servedEvents, long heldEvents, long lastSeq, long bytesOnDisk) {}

  /** Returns how big the store is. */
  Stats stats();

  /** Finishes the waiting writes and closes. */
  @Override
  void close();
}
