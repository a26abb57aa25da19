package dev.graspd.server.store.embedded;

import dev.graspd.core.store.Store;
import dev.graspd.core.store.format.FoundFormat;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.store.StoreCopy;
import dev.graspd.server.store.StoreEngine;
import dev.graspd.server.store.StoreOpening;
import dev.graspd.server.store.StoreReport;
import dev.graspd.server.store.lmdb.LmdbCopy;
import dev.graspd.server.store.lmdb.LmdbEventStore;
import dev.graspd.server.store.lmdb.check.StoreChecker;
import dev.graspd.server.store.lmdb.format.Migrations;
import dev.graspd.server.store.lmdb.format.Migrator;
import dev.graspd.server.store.lmdb.table.FormatRows;
import dev.graspd.server.store.lmdb.table.StoreSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;

/** Stores on LMDB, in a directory of this machine. */
public final class EmbeddedEngine implements StoreEngine {
  private final Migrations migrations;

  public EmbeddedEngine() {
    this(Migrations.ALL);
  }

  /** For tests of migrations. */
  public EmbeddedEngine(Migrations migrations) {
    this.migrations = migrations;
  }

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

  @Override
  public FoundFormat format(Path directory) {
    return FormatRows.in(directory);
  }

  @Override
  public Set<Integer> migratable() {
    return migrations.versions();
  }

  @Override
  public Path copyAsIs(Path directory, Path emptyDirectory) throws IOException {
    return LmdbCopy.copyAsIs(directory, emptyDirectory);
  }

  @Override
  public void migrate(Path directory, Path git, FailPoints failPoints, Consumer<String> log) {
    new Migrator(migrations, failPoints, log).run(directory, git);
  }
}
