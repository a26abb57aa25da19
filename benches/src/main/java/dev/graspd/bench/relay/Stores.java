package dev.graspd.bench.relay;

import dev.graspd.core.store.EventStore;
import dev.graspd.server.store.StoreOpening;
import dev.graspd.server.store.embedded.EmbeddedEngine;
import java.nio.file.Path;

/** Opens the server's store without the server. */
final class Stores {
  private Stores() {}

  static EventStore open(Path directory) {
    return new EmbeddedEngine().open(StoreOpening.visit(directory));
  }
}
