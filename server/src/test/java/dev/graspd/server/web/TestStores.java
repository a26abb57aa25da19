package dev.graspd.server.web;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.EventStore;
import dev.graspd.server.store.lmdb.LmdbEventStore;
import dev.graspd.server.store.lmdb.table.StoreSettings;
import java.nio.file.Path;
import java.util.List;

/** Real stores for tests of what sits above them. */
final class TestStores {
  private TestStores() {}

  static EventStore lmdb(Path directory) {
    return new LmdbEventStore(
        directory,
        StoreSettings.withReserve(0),
        () -> Long.MAX_VALUE,
        broken -> {
          throw new AssertionError("the store failed", broken);
        });
  }

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
