package dev.graspd.server.web;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.EventStore;
import java.util.List;

/** Fills stores for tests of the code above them. */
final class FilledStores {
  private FilledStores() {}

  /** Stores the events as they are, past the gate, in transactions of some size. */
  static void fill(EventStore store, List<Event> events, int batch) {
    for (int from = 0; from < events.size(); from += batch) {
      List<Event> some = events.subList(from, Math.min(events.size(), from + batch));
      store
          .write(tx -> {
            some.forEach(event -> tx.append(event, event.createdAt()));
            return true;
          })
          .toCompletableFuture()
          .join();
    }
  }
}
