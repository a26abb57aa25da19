package dev.graspd.server.peers.local;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.StorageException;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.refusal.RefusalMemory;
import dev.graspd.core.sync.refusal.RefusedRow;
import dev.graspd.core.sync.refusal.SentEvent;
import dev.graspd.core.sync.refusal.WhyRefused;
import dev.graspd.server.base.LogTail;
import dev.graspd.server.base.Signal;
import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.gate.Gate;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.Verdict;
import dev.graspd.server.peers.status.SyncMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries refused events again when the events that they lacked arrive, from any source (sync.md,
 * section 9). Its own thread owns the memory, receives refusals and follows the log from its end.
 */
public final class RefusalRetry implements PeerReception.Listener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RefusalRetry.class);

  /** The most refusals in the queue; the next comparison finds the rest. */
  private static final int WAITING_MAX = 10_000;

  private static final int SLICE_ROWS = 5_000;

  /** How often the gauges are refreshed. */
  private static final Duration COUNTED_EVERY = Duration.ofSeconds(2);

  private final RefusalMemory memory;
  private final EventStore events;
  private final UnwantedStore unwanted;
  private final Gate gate;
  private final Asker asker;
  private final Duration kept;
  private final ByteBudget bytes;
  private final Supplier<Now> clock;
  private final SyncMetrics metrics;
  private final Queue<Refused> refused = new ArrayBlockingQueue<>(WAITING_MAX);
  private final LogTail log;
  private final Signal signal = new Signal();
  private final WorkerThread thread = new WorkerThread("sync-refusals", this::run);

  private volatile RefusalMemory.Counts counts;

  private volatile boolean isOver;

  /** When to refresh the gauges again. Owned by the thread. */
  private long countNanos = Long.MIN_VALUE;

  /** Asks a relay for events by id, if there is a connection to it. Must not wait. */
  public interface Asker {
    void ask(RelayUrl relay, SortedSet<EventId> ids);
  }

  private record Refused(
      Event event,
      RelayUrl from,
      WhyRefused why,
      Now at,
      long afterSeq,
      ByteBudget.Charge charge) {}

  /**
   * @param kept how long the store remembers events that are refused again
   * @param bytes the memory budget for the queue
   */
  public RefusalRetry(
      RefusalMemory memory,
      EventStore events,
      UnwantedStore unwanted,
      Gate gate,
      Asker asker,
      SyncMetrics metrics,
      Duration kept,
      ByteBudget bytes,
      Supplier<Now> clock) {
    this.memory = memory;
    this.counts = memory.counts();
    this.events = events;
    this.log = LogTail.ofNew(events);
    this.unwanted = unwanted;
    this.gate = gate;
    this.asker = asker;
    this.metrics = metrics;
    this.kept = kept;
    this.bytes = bytes;
    this.clock = clock;
  }

  public void start() {
    events.onCommit(signal::give);
    thread.start();
    signal.give();
  }

  public RefusalMemory.Counts counts() {
    return counts;
  }

  @Override
  public void judged(PeerReception.Judged judged) {
    whyRefused(judged.verdict()).ifPresent(why -> enqueue(judged, why));
  }

  /** Nothing is queued for a host beyond its share: the next comparison finds it again. */
  private void enqueue(PeerReception.Judged judged, WhyRefused why) {
    Payer host = new Origin.Peer(judged.from().text()).payer();
    if (isOver || !bytes.hasRoom(host, 0)) {
      return;
    }
    ByteBudget.Charge charge = bytes.force(host, HeapBytes.of(judged.event()));
    Refused one =
        new Refused(judged.event(), judged.from(), why, clock.get(), judged.afterSeq(), charge);
    if (refused.offer(one)) {
      signal.give();
    } else {
      charge.close();
    }
  }

  private static Optional<WhyRefused> whyRefused(Verdict verdict) {
    return verdict instanceof Verdict.Refused(var refusal)
        ? WhyRefused.of(refusal.reason())
        : Optional.empty();
  }

  private void run() throws InterruptedException {
    try {
      restore();
      while (true) {
        count(clock.get());
        if (signal.await(COUNTED_EVERY)) {
          round();
        }
      }
    } catch (StorageException e) {
      LOG.debug("the memory of refusals ends with the store", e);
    } catch (RuntimeException e) {
      LOG.error("refused events are not tried again until the next start", e);
    } finally {
      isOver = true;
      for (Refused one = refused.poll(); one != null; one = refused.poll()) {
        one.charge().close();
      }
    }
  }

  /** Not after every round: this goes through the whole memory. */
  private void count(Now now) {
    if (now.nanos() >= countNanos) {
      countNanos = now.after(COUNTED_EVERY);
      forget(memory.expire(now).delete());
      counts = memory.counts();
    }
  }

  private void restore() {
    List<RefusedRow> rows = new ArrayList<>();
    UnwantedStore.Run run = unwanted.unwanted(clock.get().epochSeconds());
    while (!run.next(SLICE_ROWS, row -> row(row).ifPresent(rows::add))) {
      LOG.debug("{} refusals of earlier runs so far", rows.size());
    }
    forget(memory.restore(rows, clock.get()).delete());
  }

  private static Optional<RefusedRow> row(UnwantedEvent row) {
    Optional<WhyRefused> why =
        switch (row.why()) {
          case ELSEWHERE -> Optional.of(WhyRefused.NOT_LISTED_HERE);
          case NOT_YET_VALID -> Optional.of(WhyRefused.NOT_YET_VALID);
          case REFUSED -> Optional.of(WhyRefused.OTHER);
          case OUTDATED, REPLACED, DELETED, EXPIRED, VANISHED, LAPSED, BANNED, EXCLUDED, EVICTED ->
              Optional.empty();
        };
    return why.map(one ->
        new RefusedRow(
            row.id(), row.author(), row.createdAt(), row.kind(), one, row.sinceSeconds()));
  }

  /**
   * Refusals first: an event that arrived since may be the one that they lacked. Reads records
   * again that came before the refusal reached us but maybe after its decision; leaves records for
   * later that the gate may not know yet.
   */
  private void round() {
    long settled = gate.settledSeq();
    for (Refused one = refused.poll(); one != null; one = refused.poll()) {
      try (ByteBudget.Charge _ = one.charge()) {
        forget(memory.remember(one.event(), one.from(), one.why(), one.at()).delete());
      }
      log.goBackTo(one.afterSeq());
    }
    log.readTo(settled, this::pass);
  }

  private void pass(LogRecord record) {
    switch (record) {
      case LogRecord.Stored(_, var event) -> arrived(event);
      case LogRecord.Held(_, var event) -> arrived(event);
      case LogRecord.Released(_, var event) -> arrived(event);
      case LogRecord.Removed _,
          LogRecord.RefsMoved _,
          LogRecord.FamilyChanged _,
          LogRecord.BansChanged _ -> {}
    }
  }

  private void arrived(Event event) {
    RefusalMemory.Retry retry = memory.accepted(event, clock.get());
    forget(retry.delete());
    retry.events().forEach(this::tryAgain);
    retry.ask().forEach(asker::ask);
  }

  /** One by one: a state may become valid by the announcement before it. */
  private void tryAgain(SentEvent sent) {
    Event event = sent.event();
    Verdict verdict =
        gate.submit(event, new Origin.Peer(sent.from().text())).toCompletableFuture().join();
    LOG.debug("event {} of {} was tried again: {}", event.id(), sent.from(), verdict);
    if (verdict instanceof Verdict.Accepted) {
      metrics.eventSynced();
    }
    whyRefused(verdict)
        .ifPresent(again -> {
          forget(memory.remember(event, sent.from(), again, clock.get()).delete());
          RefusalVerdict.of(verdict).unwanted().ifPresent(why -> remember(event, why));
        });
  }

  private void remember(Event event, UnwantedEvent.Why why) {
    long now = clock.get().epochSeconds();
    UnwantedEvent row = UnwantedEvent.refused(event, why, now, now + kept.toSeconds());
    var _ =
        events.write(tx -> {
          tx.putUnwanted(row);
          return true;
        });
  }

  private void forget(SortedSet<EventId> ids) {
    if (!ids.isEmpty()) {
      var _ =
          events.write(tx -> {
            ids.forEach(tx::forgetUnwanted);
            return true;
          });
    }
  }

  @Override
  public void close() {
    thread.close();
  }
}
