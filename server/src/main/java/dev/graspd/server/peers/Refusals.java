package dev.graspd.server.peers;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.StorageException;
import dev.graspd.core.store.Unwanted;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.core.sync.RefusalMemory;
import dev.graspd.core.sync.RefusedRow;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.SentEvent;
import dev.graspd.core.sync.WhyRefused;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.gate.Gate;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries refused events again when what they lacked arrives, whoever brings it (sync.md, section 9).
 * A thread of its own owns the memory, hears of refusals and follows the log from its end.
 */
public final class Refusals implements PeerReception.Listener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

  /** Refusals that wait to be remembered; those beyond are found by the next comparison. */
  private static final int WAITING_MAX = 10_000;

  /** Log records read at a time. */
  private static final int BATCH = 256;

  private static final int SLICE_ROWS = 5_000;

  /** What operators see is at most so old. */
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
  private final Semaphore signal = new Semaphore(0);
  private final Thread thread =
      Thread.ofPlatform().daemon().name("sync-refusals").unstarted(this::run);

  /** How much is remembered, as all may read it. */
  private volatile RefusalMemory.Counts counts;

  /** Nothing is remembered any more. */
  private volatile boolean isOver;

  /** When it is counted again. Owned by the thread. */
  private long countNanos = Long.MIN_VALUE;

  /** The last record that was passed. Owned by the thread. */
  private long position;

  /** Asks a relay for events by id, if there is a connection to it. Must not wait. */
  public interface Asker {
    void ask(RelayUrl relay, SortedSet<EventId> ids);
  }

  /** One that waits to be remembered. */
  private record Refused(
      Event event,
      RelayUrl from,
      WhyRefused why,
      Now at,
      long afterSeq,
      ByteBudget.Charge charge) {}

  /**
   * @param kept how long the store remembers what is refused once more
   * @param bytes what waits to be remembered is charged to
   */
  public Refusals(
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
    this.unwanted = unwanted;
    this.gate = gate;
    this.asker = asker;
    this.metrics = metrics;
    this.kept = kept;
    this.bytes = bytes;
    this.clock = clock;
  }

  public void start() {
    position = events.lastSeq();
    events.onCommit(signal::release);
    gate.onSettled(signal::release);
    thread.start();
    signal.release();
  }

  /** Returns how much was remembered a moment ago. */
  public RefusalMemory.Counts counts() {
    return counts;
  }

  @Override
  public void judged(PeerReception.Judged judged) {
    whyRefused(judged.verdict()).ifPresent(why -> enqueue(judged, why));
  }

  /** Of a host beyond its share nothing is queued: the next comparison finds it. */
  private void enqueue(PeerReception.Judged judged, WhyRefused why) {
    Payer host = new Origin.Peer(judged.from().text()).payer();
    if (isOver || !bytes.hasRoom(host, 0)) {
      return;
    }
    ByteBudget.Charge charge = bytes.force(host, HeapBytes.of(judged.event()));
    Refused one =
        new Refused(judged.event(), judged.from(), why, clock.get(), judged.afterSeq(), charge);
    if (refused.offer(one)) {
      signal.release();
    } else {
      charge.close();
    }
  }

  private static Optional<WhyRefused> whyRefused(Verdict verdict) {
    return verdict instanceof Verdict.Refused(var refusal)
        ? WhyRefused.of(refusal.reason())
        : Optional.empty();
  }

  private void run() {
    try {
      restore();
      while (true) {
        count(clock.get());
        if (signal.tryAcquire(COUNTED_EVERY.toNanos(), TimeUnit.NANOSECONDS)) {
          signal.drainPermits();
          round();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (StorageException e) {
      LOG.debug("the memory of refusals ends with the store", e);
    } catch (RuntimeException e) {
      LOG.error("refused events are not tried again any more, until the next start", e);
    } finally {
      isOver = true;
      for (Refused one = refused.poll(); one != null; one = refused.poll()) {
        one.charge().close();
      }
    }
  }

  /** Not after every round: it looks at all that is remembered. */
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

  private static Optional<RefusedRow> row(Unwanted row) {
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
   * Refusals first: what arrived since may be what they lacked. What was passed before we heard of
   * a refusal, but may have come after its decision, is passed again; what the gate may not know of
   * yet is left for later.
   */
  private void round() {
    long settled = gate.settledSeq();
    for (Refused one = refused.poll(); one != null; one = refused.poll()) {
      try (ByteBudget.Charge _ = one.charge()) {
        forget(memory.remember(one.event(), one.from(), one.why(), one.at()).delete());
      }
      position = Math.min(position, one.afterSeq());
    }
    List<LogRecord> records = settled(settled);
    while (!records.isEmpty()) {
      records.forEach(this::pass);
      position = records.getLast().seq();
      records = settled(settled);
    }
  }

  private List<LogRecord> settled(long seq) {
    return events.tail(position, BATCH).stream().filter(record -> record.seq() <= seq).toList();
  }

  private void pass(LogRecord record) {
    switch (record) {
      case LogRecord.Stored(_, var event) -> arrived(event);
      case LogRecord.Held(_, var event) -> arrived(event);
      case LogRecord.Released(_, var event) -> arrived(event);
      case LogRecord.Removed _, LogRecord.RefsMoved _ -> {}
    }
  }

  private void arrived(Event event) {
    RefusalMemory.Retry retry = memory.accepted(event, clock.get());
    forget(retry.delete());
    retry.events().forEach(this::tryAgain);
    retry.ask().forEach(asker::ask);
  }

  /** One after the other: a state may be valid because of the announcement before it. */
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
          Judgement.of(verdict).unwanted().ifPresent(why -> remember(event, why));
        });
  }

  private void remember(Event event, Unwanted.Why why) {
    long now = clock.get().epochSeconds();
    Unwanted row = Unwanted.refused(event, why, now, now + kept.toSeconds());
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
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
