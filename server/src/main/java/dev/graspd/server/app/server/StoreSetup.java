package dev.graspd.server.app.server;

import dev.graspd.core.store.StorageException;
import dev.graspd.core.store.Store;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.store.StoreEngine;
import dev.graspd.server.store.StoreOpenException;
import dev.graspd.server.store.StoreOpening;
import dev.graspd.server.store.embedded.EmbeddedEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/** Chooses the engine that keeps the stores of the server and of its commands. */
public final class StoreSetup {
  private StoreSetup() {}

  public static StoreEngine engine() {
    return new EmbeddedEngine();
  }

  /**
   * Opens the store of the server.
   *
   * @param onBroken hears that the store has failed for good
   * @param onCommitted hears how long each commit takes
   * @throws StartRefused if the operator must solve a problem first
   */
  static Store open(
      Path directory,
      long minFreeDiskBytes,
      Consumer<StorageException> onBroken,
      Consumer<Duration> onCommitted)
      throws StartRefused {
    try {
      return engine()
          .open(
              new StoreOpening(
                  directory, minFreeDiskBytes, FreeDisk.bytesAt(directory), onBroken, onCommitted));
    } catch (StoreOpenException e) {
      throw new StartRefused(String.valueOf(e.getMessage()), e);
    }
  }
}
