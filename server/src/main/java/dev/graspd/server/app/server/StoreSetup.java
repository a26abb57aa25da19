package dev.graspd.server.app.server;

import dev.graspd.server.store.StoreEngine;
import dev.graspd.server.store.embedded.EmbeddedEngine;

/** Chooses the engine that keeps the stores of the server and of its commands. */
public final class StoreSetup {
  private StoreSetup() {}

  public static StoreEngine engine() {
    return new EmbeddedEngine();
  }
}
