package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.GeneralChecks;
import dev.graspd.core.store.EventStore;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.diary.DiaryEntry;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entry of every event, from any sender: looks it up, verifies it, and passes it to the policy,
 * which decides and stores. Thread-safe.
 */
public final class Gate {
  private static final Logger LOG = LoggerFactory.getLogger(Gate.class);

  private final EventStore store;
  private final AdmissionRules rules;
  private final Verifier verifier;
  private final Executor cpu;
  private final Reception reception;
  private final GateMetrics metrics;
  private final Diary diary;
  private final InstantSource clock;

  /**
   * The last unanswered submission of each id. Copies of one event wait for each other, so that
   * only one is verified at a time.
   */
  private final ConcurrentMap<EventId, CompletableFuture<Verdict>> pending =
      new ConcurrentHashMap<>();

  public Gate(
      EventStore store,
      AdmissionRules rules,
      Verifier verifier,
      Executor cpu,
      Reception reception,
      GateMetrics metrics,
      Diary diary,
      InstantSource clock) {
    this.store = store;
    this.rules = rules;
    this.verifier = verifier;
    this.cpu = cpu;
    this.reception = reception;
    this.metrics = metrics;
    this.diary = diary;
    this.clock = clock;
  }

  /** Returns the last log record that every decision from now on respects. */
  public long settledSeq() {
    return store.lastSeq();
  }

  /**
   * Decides on an event. The answer is final: a stored event is on disk. It may come on the store's
   * thread, where the caller must not block. The stage never fails: a fault of the server is a
   * refusal.
   */
  public CompletionStage<Verdict> submit(Event event, Origin origin) {
    metrics.eventReceived(event.kind());
    Optional<Refusal> early = GeneralChecks.beforeVerification(event, rules);
    if (early.isPresent()) {
      return CompletableFuture.completedFuture(
          told(event, origin, new Verdict.Refused(early.get())));
    }
    CompletableFuture<Verdict> answer = new CompletableFuture<>();
    CompletableFuture<Verdict> earlier = pending.put(event.id(), answer);
    if (earlier == null) {
      begin(event, origin, answer);
    } else {
      queueBehind(earlier, event, origin, answer);
    }
    return answer;
  }

  /** Not on the thread of the earlier copy: a thousand copies would nest a thousand calls. */
  private void queueBehind(
      CompletableFuture<Verdict> earlier,
      Event event,
      Origin origin,
      CompletableFuture<Verdict> answer) {
    CompletableFuture<Void> _ =
        earlier
            .thenRunAsync(() -> handle(event, origin, answer), cpu)
            .whenComplete((_, fault) -> {
              if (fault != null) {
                finish(
                    event,
                    origin,
                    answer,
                    new Verdict.Refused(ServerReason.SHUTTING_DOWN.refusal()));
              }
            });
  }

  private void begin(Event event, Origin origin, CompletableFuture<Verdict> answer) {
    try {
      cpu.execute(() -> handle(event, origin, answer));
    } catch (RejectedExecutionException e) {
      finish(event, origin, answer, new Verdict.Refused(ServerReason.SHUTTING_DOWN.refusal()));
    }
  }

  /** On a thread of the pool, not on the caller's: that may be an event loop. */
  private void handle(Event event, Origin origin, CompletableFuture<Verdict> answer) {
    try {
      Optional<Verdict> known = alreadyKnown(event);
      if (known.isPresent()) {
        finish(event, origin, answer, known.get());
      } else {
        verifyAndStore(event, origin, answer);
      }
    } catch (RuntimeException e) {
      finish(event, origin, answer, refusedFor(event, e));
    }
  }

  private Optional<Verdict> alreadyKnown(Event event) {
    return switch (store.known(event.id())) {
      case UNKNOWN -> Optional.empty();
      case SERVED -> Optional.of(new Verdict.Duplicate("already have this event"));
      case HELD -> reception.held(event.id());
      case GONE -> Optional.of(new Verdict.Refused(EventReason.DELETED.refusal()));
    };
  }

  private void verifyAndStore(Event event, Origin origin, CompletableFuture<Verdict> answer) {
    Optional<Refusal> refusal = check(event, origin);
    if (refusal.isPresent()) {
      finish(event, origin, answer, new Verdict.Refused(refusal.get()));
    } else {
      reception
          .receive(event, origin)
          .whenComplete((verdict, fault) ->
              finish(event, origin, answer, fault == null ? verdict : refusedFor(event, fault)));
    }
  }

  private Optional<Refusal> check(Event event, Origin origin) {
    if (!event.body().hasId(event.id())) {
      return Optional.of(EventReason.WRONG_ID.refusal());
    }
    if (!verifier.verify(event)) {
      return Optional.of(EventReason.WRONG_SIGNATURE.refusal());
    }
    return GeneralChecks.afterVerification(
        event, rules, authenticated(event, origin), nowSeconds());
  }

  private static SortedSet<PublicKey> authenticated(Event event, Origin origin) {
    return switch (origin) {
      case Origin.Client(var keys, _) -> keys;
      case Origin.Peer _ -> Collections.emptySortedSet();
      case Origin.Import() -> new TreeSet<>(List.of(event.author()));
    };
  }

  private static Verdict refusedFor(Event event, Throwable fault) {
    Refusal refusal = StoreFaults.refusalOf(fault);
    if (StoreFaults.isNews(fault)) {
      LOG.error("event {} could not be handled", event.id(), StoreFaults.causeOf(fault));
    }
    return new Verdict.Refused(refusal);
  }

  private void finish(
      Event event, Origin origin, CompletableFuture<Verdict> answer, Verdict verdict) {
    pending.remove(event.id(), answer);
    answer.complete(told(event, origin, verdict));
  }

  private Verdict told(Event event, Origin origin, Verdict verdict) {
    switch (verdict) {
      case Verdict.Accepted _, Verdict.Remembered _ -> {
        if (Kinds.lifeOf(event.kind()) != Kinds.Life.EPHEMERAL) {
          metrics.eventStored(event.kind());
        }
      }
      case Verdict.Duplicate _, Verdict.Held _, Verdict.Obeyed _ -> {}
      case Verdict.Refused(var refusal) -> {
        metrics.eventRejected(event.kind(), refusal.reason().prefix().word());
        diary.refused(event, DiaryEntry.refused(nowSeconds(), origin.words(), refusal));
      }
    }
    LOG.debug("event {} kind {}: {}", event.id(), event.kind(), verdict);
    return verdict;
  }

  private long nowSeconds() {
    return clock.instant().getEpochSecond();
  }
}
