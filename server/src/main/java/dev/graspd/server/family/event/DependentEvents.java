package dev.graspd.server.family.event;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.Wait;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.family.FamilyWriter.StaleViewException;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.gate.Verdict;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Serves events that are accepted only because of another event, if that one is still here when
 * they are written. They need no lane, so that event may go between decision and write, and its
 * removal finds only dependents that are served by then. Thread-safe.
 */
public record DependentEvents(EventStore store, UptimeClock clock, FailPoints failPoints) {
  /** Fails with {@link StaleViewException} if the other event is gone. */
  CompletionStage<Verdict> serve(Event event, EventId other) {
    failPoints.reach(FailPoints.DEPENDENT_BEFORE_WRITE);
    long now = clock.now().epochSeconds();
    return store
        .write(tx ->
            counts(tx, other) ? Optional.of(tx.append(event, now)) : Optional.<Appended>empty())
        .thenApply(answer ->
            answer.map(PlainReception::verdictOf).orElseThrow(() -> new StaleViewException(other)));
  }

  private static boolean counts(StoreTransaction tx, EventId id) {
    return switch (tx.known(id)) {
      case SERVED -> true;
      case HELD -> tx.repositories().waitOf(id).filter(Wait::lapsed).isEmpty();
      case UNKNOWN, GONE -> false;
    };
  }
}
