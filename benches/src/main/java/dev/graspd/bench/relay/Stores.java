package dev.graspd.bench.relay;

import dev.graspd.core.store.EventStore;
import dev.graspd.server.store.lmdb.LmdbEventStore;
import dev.graspd.server.store.lmdb.table.StoreSettings;
import java.nio.file.Path;

/** Opens the server's store without the server. */
final class Stores {
  private Stores() {}

  static EventStore open(Path directory) {
    return new LmdbEventStore(
        directory,
        StoreSettings.withReserve(0),
        () -> Long.MAX_VALUE,
        fault -> {
          throw fault;
        });
  }
}
