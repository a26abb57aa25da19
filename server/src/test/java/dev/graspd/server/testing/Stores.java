package dev.graspd.server.testing;

import dev.graspd.core.store.Store;
import dev.graspd.server.store.StoreEngine;
import dev.graspd.server.store.StoreOpening;
import dev.graspd.server.store.StoreReport;
import dev.graspd.server.store.embedded.EmbeddedEngine;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** Real stores for tests of the code above them. */
public final class Stores {
  public static final StoreEngine ENGINE = new EmbeddedEngine();

  private Stores() {}

  public static Store open(Path directory) {
    return open(directory, 0, () -> Long.MAX_VALUE);
  }

  /** Opens one that refuses writes when less than the reserve is free. */
  public static Store open(Path directory, long reserveBytes, LongSupplier usableBytes) {
    return ENGINE.open(
        new StoreOpening(
            directory,
            reserveBytes,
            usableBytes,
            broken -> {
              throw new AssertionError("the store broke", broken);
            }));
  }

  /** Checks a store that is not open here. */
  public static StoreReport check(Path directory) {
    return ENGINE.check(directory);
  }
}
