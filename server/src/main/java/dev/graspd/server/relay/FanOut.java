package dev.graspd.server.relay;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.StorageException;
import dev.graspd.server.charge.Budgets;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.ByteBudget.Charge;
import dev.graspd.server.gate.Broadcast;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the log and brings each new event to those who want it. One thread does this; it alone
 * knows who follows what, so that nobody can miss an event or get it twice: a follower names the
 * log number after which its part begins, and what the thread has already passed by then is read
 * again for it alone.
 */
public final class FanOut implements Broadcast, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FanOut.class);

  /** Log records read at a time. */
  private static final int BATCH = 256;

  /** How long the log waits for what was told. */
  private static final long TOLD_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(2);

  /** The number that ephemeral events have: later than everything. */
  static final long NO_SEQ = Long.MAX_VALUE;

  /** One who is told of matching events, on the fan-out's thread. */
  sealed interface Follower permits Subscription, NegentropySets.CachedSet {
    void matched(Event event, long seq, Post post);
  }

  /** Takes events for subscriptions, and sends them off together. */
  interface Post {
    void deliver(Subscription subscription, Event event);
  }

  /** Takes part in following the log beyond single matches; called on the fan-out's thread. */
  interface Companion {
    void removed(LogRecord.Removed removed);

    /** The log was passed up to the number that was last when the round began. */
    void caughtUp();

    /** Removals may have been missed. */
    void lostTrack();
  }

  private final EventStore store;
  private final InstantSource clock;
  private final FilterIndex<Follower> index = new FilterIndex<>();
  private final Deliveries deliveries = new Deliveries();
  private final Queue<Runnable> mailbox = new ConcurrentLinkedQueue<>();
  private final ByteBudget ephemeral;
  private final Semaphore signal = new Semaphore(0);
  private final AtomicBoolean signalled = new AtomicBoolean();
  private final Thread thread;
  private final List<Companion> companions = new ArrayList<>();

  /** The last record that was passed. Owned by the thread. */
  private long position;

  /**
   * Follows nothing yet.
   *
   * @param maxEphemeralBytes heap of ephemeral events that wait to be passed on
   */
  public FanOut(EventStore store, InstantSource clock, Budgets budgets, long maxEphemeralBytes) {
    this.store = store;
    this.clock = clock;
    this.ephemeral = budgets.bytes("ephemeral", maxEphemeralBytes);
    this.thread = Thread.ofPlatform().name("fan-out").daemon().unstarted(this::run);
  }

  /** Begins at the end of the log. Companions come before that. */
  void start() {
    position = store.lastSeq();
    store.onCommit(this::wake);
    thread.start();
    // For what was committed between the first two lines.
    wake();
  }

  void accompany(Companion companion) {
    companions.add(companion);
  }

  // ---- from any thread

  /** Delivers what comes after this log number, until {@link #unsubscribe}. */
  void subscribe(Subscription subscription, long afterSeq) {
    tell(() -> register(subscription, afterSeq));
  }

  void unsubscribe(Subscription subscription) {
    tell(() -> {
      if (subscription.handle != null) {
        index.remove(subscription.handle);
      }
      subscription.forgotten();
    });
  }

  /** Runs something on the fan-out's thread. */
  void tell(Runnable task) {
    mailbox.add(task);
    wake();
  }

  /** An event that finds no room is dropped: ephemeral events are a service without promise. */
  @Override
  public void ephemeral(Passing passing) {
    Event event = passing.event();
    Optional<Charge> charge = ephemeral.take(passing.payer(), HeapBytes.of(event));
    if (charge.isPresent()) {
      tell(() -> {
        try (Charge _ = charge.get()) {
          match(event, NO_SEQ);
        }
      });
    } else {
      LOG.debug("ephemeral event {} dropped: too many wait", event.id());
    }
  }

  private void wake() {
    if (!signalled.getAndSet(true)) {
      signal.release();
    }
  }

  // ---- on the thread

  private void run() {
    try {
      while (true) {
        signal.acquire();
        signalled.set(false);
        try {
          round();
        } catch (StorageException e) {
          if (e.fault() == StorageException.Fault.CLOSED) {
            return;
          }
          LOG.error("the log cannot be read", e);
        } catch (RuntimeException e) {
          LOG.error("live delivery failed", e);
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * What was told goes first and in order, so that whoever subscribed before an ephemeral event was
   * sent gets it; but not for long, or a client with huge filters would hold up all the others.
   */
  private void round() throws InterruptedException {
    long began = System.nanoTime();
    Runnable task = mailbox.poll();
    while (task != null) {
      task.run();
      deliveries.dispatchIfMany();
      task = System.nanoTime() - began < TOLD_NANOS_MAX ? mailbox.poll() : null;
    }
    if (!mailbox.isEmpty()) {
      wake();
    }
    long until = store.lastSeq();
    if (until - position > EventStore.REMOVALS_KEPT) {
      companions.forEach(Companion::lostTrack);
    }
    while (position < until && followLog()) {
      deliveries.dispatch();
    }
    deliveries.dispatch();
    companions.forEach(Companion::caughtUp);
  }

  private boolean followLog() throws InterruptedException {
    List<LogRecord> records = store.tail(position, BATCH);
    for (LogRecord record : records) {
      pass(record);
      position = record.seq();
      deliveries.dispatchIfMany();
    }
    return !records.isEmpty();
  }

  private void pass(LogRecord record) {
    switch (record) {
      case LogRecord.Stored(var seq, var event) -> match(event, seq);
      case LogRecord.Released(var seq, var event) -> match(event, seq);
      case LogRecord.Removed removed -> companions.forEach(companion -> companion.removed(removed));
      case LogRecord.Held _, LogRecord.RefsMoved _ -> {}
    }
  }

  private void match(Event event, long seq) {
    if (!event.isExpiredAt(nowSeconds())) {
      index.match(event, follower -> follower.matched(event, seq, deliveries));
    }
  }

  FilterIndex.Handle<Follower> follow(List<Filter> filters, Follower follower) {
    return index.add(filters, follower);
  }

  void unfollow(FilterIndex.Handle<Follower> handle) {
    index.remove(handle);
  }

  private void register(Subscription subscription, long afterSeq) {
    if (subscription.isClosed()) {
      return;
    }
    subscription.startAfter(afterSeq);
    subscription.handle = index.add(subscription.filters(), subscription);
    if (afterSeq < position) {
      catchUp(subscription, afterSeq);
    }
  }

  /** Reads again what the thread passed between the query's snapshot and this registration. */
  private void catchUp(Subscription subscription, long afterSeq) {
    long at = afterSeq;
    while (at < position) {
      List<LogRecord> records = store.tail(at, BATCH);
      if (records.isEmpty()) {
        return;
      }
      for (LogRecord record : records) {
        at = record.seq();
        if (at <= position) {
          catchUp(subscription, record);
        }
      }
    }
  }

  private void catchUp(Subscription subscription, LogRecord record) {
    switch (record) {
      case LogRecord.Stored(_, var event) -> deliverIfWanted(subscription, event);
      case LogRecord.Released(_, var event) -> deliverIfWanted(subscription, event);
      case LogRecord.Removed _, LogRecord.Held _, LogRecord.RefsMoved _ -> {}
    }
  }

  private void deliverIfWanted(Subscription subscription, Event event) {
    if (subscription.wants(event) && !event.isExpiredAt(nowSeconds())) {
      deliveries.deliver(subscription, event);
    }
  }

  private long nowSeconds() {
    return clock.instant().getEpochSecond();
  }

  /** Ends the thread. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
