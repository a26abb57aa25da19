package dev.graspd.server.store;

import dev.graspd.core.store.StorageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The settings and callbacks that a store needs of its owner.
 *
 * @param reserveBytes free space on disk below which writes are refused
 * @param usableBytes how much of the disk is free
 * @param onBroken told once, on the writer's thread, when a write to disk has failed; must lead to
 *     the end of the process
 * @param onCommitted told the duration of each commit
 */
public record StoreOpening(
    Path directory,
    long reserveBytes,
    LongSupplier usableBytes,
    Consumer<StorageException> onBroken,
    Consumer<Duration> onCommitted) {

  public StoreOpening(
      Path directory,
      long reserveBytes,
      LongSupplier usableBytes,
      Consumer<StorageException> onBroken) {
    this(directory, reserveBytes, usableBytes, onBroken, _ -> {});
  }

  /** For a short visit without a reserve: a fault is thrown where it happens. */
  public static StoreOpening visit(Path directory) {
    return new StoreOpening(
        directory,
        0,
        () -> Long.MAX_VALUE,
        broken -> {
          throw broken;
        });
  }
}
