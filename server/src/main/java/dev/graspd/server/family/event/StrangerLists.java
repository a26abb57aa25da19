package dev.graspd.server.family.event;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.room.StrangerRoom;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.gate.Verdict;
import java.util.concurrent.CompletionStage;

/**
 * Serves lists of servers whose authors take part in no repository here, in a shared room. A list
 * stays if its author takes part by the time it would go. Thread-safe.
 */
public record StrangerLists(EventStore store, UptimeClock clock, StrangerRoom room) {

  CompletionStage<Verdict> serve(Event list) {
    long now = clock.now().epochSeconds();
    return store
        .write(tx -> tx.appendStranger(list, room, now))
        .thenApply(PlainReception::verdictOf);
  }
}
