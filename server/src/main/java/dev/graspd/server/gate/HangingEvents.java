package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.Wait;
import dev.graspd.server.gate.FamilyWriter.StaleViewException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * Serves events that are welcome only because of another one, if that is still here when they are
 * written. They pass no lane: what they hang on may go while they are decided on, and whoever takes
 * it away finds only what is served by then. Thread-safe.
 */
final class HangingEvents {
  private final EventStore store;
  private final UptimeClock clock;
  private final Executor executor;
  private final FailPoints failPoints;

  HangingEvents(EventStore store, UptimeClock clock, Executor executor, FailPoints failPoints) {
    this.store = store;
    this.clock = clock;
    this.executor = executor;
    this.failPoints = failPoints;
  }

  /** Fails with {@link StaleViewException}, on the executor, if that one is here no more. */
  CompletionStage<Verdict> serve(Event event, EventId hangsOn) {
    failPoints.reach(FailPoints.HANGING_BEFORE_WRITE);
    long now = clock.now().epochSeconds();
    return store
        .write(tx ->
            counts(tx, hangsOn) ? Optional.of(tx.append(event, now)) : Optional.<Appended>empty())
        .thenCompose(answer ->
            answer
                .map(PlainReception::verdictOf)
                .<CompletionStage<Verdict>>map(CompletableFuture::completedFuture)
                .orElseGet(() -> stale(hangsOn)));
  }

  private static boolean counts(StoreTransaction tx, EventId id) {
    return switch (tx.known(id)) {
      case SERVED -> true;
      case HELD -> tx.waitOf(id).filter(Wait::lapsed).isEmpty();
      case UNKNOWN, GONE -> false;
    };
  }

  /** The writer's thread is not the one to decide again. */
  private CompletionStage<Verdict> stale(EventId hangsOn) {
    return CompletableFuture.supplyAsync(
        () -> {
          throw new StaleViewException(hangsOn);
        },
        executor);
  }
}
