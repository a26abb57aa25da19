package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.StrangerRoom;
import java.util.concurrent.CompletionStage;

/**
 * Serves lists of servers whose authors take part in nothing here, in the room that they share. One
 * whose author takes part by the time it would go stays. Thread-safe.
 */
final class StrangerLists {
  private final EventStore store;
  private final UptimeClock clock;
  private final StrangerRoom room;

  StrangerLists(EventStore store, UptimeClock clock, StrangerRoom room) {
    this.store = store;
    this.clock = clock;
    this.room = room;
  }

  CompletionStage<Verdict> serve(Event list) {
    long now = clock.now().epochSeconds();
    return store
        .write(tx -> tx.appendStranger(list, room, now))
        .thenApply(PlainReception::verdictOf);
  }
}
