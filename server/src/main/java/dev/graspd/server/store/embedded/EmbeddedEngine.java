package dev.graspd.server.store.embedded;

import dev.graspd.core.store.Store;
import dev.graspd.server.store.StoreCopy;
import dev.graspd.server.store.StoreEngine;
import dev.graspd.server.store.StoreOpening;
import dev.graspd.server.store.StoreReport;
import dev.graspd.server.store.lmdb.LmdbCopy;
import dev.graspd.server.store.lmdb.LmdbEventStore;
import dev.graspd.server.store.lmdb.check.StoreChecker;
import dev.graspd.server.store.lmdb.table.StoreSettings;
import java.nio.file.Path;

/** Stores on LMDB, in a directory of this machine. */
public final class EmbeddedEngine implements StoreEngine {
  @Override
  public Store open(StoreOpening opening) {
    return LmdbEventStore.measured(
        opening.directory(),
        StoreSettings.withReserve(opening.reserveBytes()),
        opening.usableBytes(),
        opening.onBroken(),
        opening.onCommitted());
  }

  @Override
  public Store openSnapshot(Path directory) {
    return LmdbEventStore.snapshot(directory);
  }

  @Override
  public StoreCopy reading(Path directory) {
    return LmdbCopy.open(directory);
  }

  @Override
  public StoreCopy readingSnapshot(Path directory) {
    return LmdbCopy.openSnapshot(directory);
  }

  @Override
  public StoreReport check(Path directory) {
    return StoreChecker.check(directory);
  }

  @Override
  public StoreReport checkSnapshot(Path directory) {
    return StoreChecker.checkSnapshot(directory);
  }
}
