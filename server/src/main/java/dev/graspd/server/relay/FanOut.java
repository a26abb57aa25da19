package dev.graspd.server.relay;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.StorageException;
import dev.graspd.server.base.HandsOver;
import dev.graspd.server.base.LogTail;
import dev.graspd.server.base.Signal;
import dev.graspd.server.base.WorkerThread;
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
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the log and delivers each new event to its subscribers. One thread does this, and it
 * alone knows the subscriptions. So no subscriber misses an event or gets it twice: a subscription
 * names the log number after which it begins, and records that the thread has passed by then are
 * read again for it alone.
 */
public final class FanOut implements Broadcast, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FanOut.class);

  /** How long tasks may delay the log. */
  private static final long TOLD_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(2);

  /** The number that ephemeral events have: later than everything. */
  static final long NO_SEQ = Long.MAX_VALUE;

  /** Is notified of matching events, on the fan-out's thread. */
  sealed interface Follower permits Subscription, NegentropySets.CachedSet {
    void matched(Event event, long seq, Post post);
  }

  /** Takes events for subscriptions, and sends them off together. */
  interface Post {
    void deliver(Subscription subscription, Event event);
  }

  /** Follows the log too, beyond matching events; called on the fan-out's thread. */
  interface Companion {
    void removed(LogRecord.Removed removed);

    /** The log was passed up to the number that was last when the round began. */
    void caughtUp();

    /** Removals may have been missed. */
    void lostTrack();
  }

  private final EventStore store;
  private final InstantSource clock;
  private final Predicate<Event> keptOut;
  private final FilterIndex<Follower> index = new FilterIndex<>();
  private final LiveDeliveries deliveries = new LiveDeliveries();
  private final Queue<Runnable> mailbox = new ConcurrentLinkedQueue<>();
  private final ByteBudget ephemeral;
  private final LogTail log;
  private final Signal signal = new Signal();
  private final WorkerThread thread = WorkerThread.repeating("fan-out", LOG, this::step);
  private final List<Companion> companions = new ArrayList<>();

  /**
   * Follows nothing yet.
   *
   * @param maxEphemeralBytes heap of ephemeral events that wait to be passed on
   */
  public FanOut(EventStore store, InstantSource clock, Budgets budgets, long maxEphemeralBytes) {
    this(store, clock, budgets, maxEphemeralBytes, _ -> false);
  }

  /** The same; drops events that a ban keeps out by now. */
  public FanOut(
      EventStore store,
      InstantSource clock,
      Budgets budgets,
      long maxEphemeralBytes,
      Predicate<Event> keptOut) {
    this.store = store;
    this.clock = clock;
    this.keptOut = keptOut;
    this.ephemeral = budgets.bytes("ephemeral", maxEphemeralBytes);
    this.log = LogTail.ofNew(store);
  }

  /** Begins where the log ended when this was made. Companions come before that. */
  void start() {
    store.onCommit(signal::give);
    thread.start();
    // For earlier commits.
    signal.give();
  }

  void accompany(Companion companion) {
    companions.add(companion);
  }

  // ---- from any thread

  /** Delivers events after this log number, until {@link #unsubscribe}. */
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
  @HandsOver
  void tell(Runnable task) {
    mailbox.add(task);
    signal.give();
  }

  /** An event that finds no room is dropped: delivery of ephemeral events is not guaranteed. */
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

  // ---- on the thread

  private void step() throws InterruptedException {
    signal.await();
    try {
      round();
    } catch (StorageException e) {
      if (e.fault() != StorageException.Fault.CLOSED) {
        LOG.error("the log cannot be read", e);
      }
    }
  }

  /**
   * Tasks run first and in order, so that a client that subscribed before an ephemeral event was
   * sent gets it; but only for a short time, or a client with huge filters would delay all others.
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
      signal.give();
    }
    long until = store.lastSeq();
    if (until - log.position() > EventStore.REMOVALS_KEPT) {
      companions.forEach(Companion::lostTrack);
    }
    while (log.readSome(until, this::pass)) {
      deliveries.dispatch();
    }
    deliveries.dispatch();
    companions.forEach(Companion::caughtUp);
  }

  private void pass(LogRecord record) throws InterruptedException {
    switch (record) {
      case LogRecord.Stored(var seq, var event) -> match(event, seq);
      case LogRecord.Released(var seq, var event) -> match(event, seq);
      case LogRecord.Removed removed -> companions.forEach(companion -> companion.removed(removed));
      case LogRecord.Held _,
          LogRecord.RefsMoved _,
          LogRecord.FamilyChanged _,
          LogRecord.BansChanged _ -> {}
    }
    deliveries.dispatchIfMany();
  }

  private void match(Event event, long seq) {
    // Without subscriptions nobody asks.
    if (index.keyCount() > 0 && !event.isExpiredAt(nowSeconds()) && !keptOut.test(event)) {
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
    subscription.handle = index.file(subscription.wanted(), subscription);
    // Records that the thread passed between the query's snapshot and this registration.
    new LogTail(store, afterSeq).readTo(log.position(), record -> catchUp(subscription, record));
  }

  private void catchUp(Subscription subscription, LogRecord record) {
    switch (record) {
      case LogRecord.Stored(_, var event) -> deliverIfWanted(subscription, event);
      case LogRecord.Released(_, var event) -> deliverIfWanted(subscription, event);
      case LogRecord.Removed _,
          LogRecord.Held _,
          LogRecord.RefsMoved _,
          LogRecord.FamilyChanged _,
          LogRecord.BansChanged _ -> {}
    }
  }

  private void deliverIfWanted(Subscription subscription, Event event) {
    if (subscription.wants(event) && !event.isExpiredAt(nowSeconds()) && !keptOut.test(event)) {
      deliveries.deliver(subscription, event);
    }
  }

  private long nowSeconds() {
    return clock.instant().getEpochSecond();
  }

  @Override
  public void close() {
    thread.close();
  }
}
