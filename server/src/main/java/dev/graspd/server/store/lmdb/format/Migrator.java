package dev.graspd.server.store.lmdb.format;

import dev.graspd.core.store.format.FoundFormat.Stored;
import dev.graspd.core.store.format.StoreFormat;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.store.StoreOpenException;
import dev.graspd.server.store.lmdb.format.Migration.Piece;
import dev.graspd.server.store.lmdb.table.FormatRows;
import dev.graspd.server.store.lmdb.table.StoreSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.lmdbjava.Env;
import org.lmdbjava.LmdbException;
import org.lmdbjava.Txn;

/**
 * Brings a store to the current format, piece by piece (M-15).
 *
 * <p>The first transaction of a step raises the version, so that the older program refuses the
 * store from then on, and leaves a row that says where the step is. The last one removes that row.
 */
public record Migrator(Migrations migrations, FailPoints failPoints, Consumer<String> log) {
  /** A line in the log for so much of a step. */
  private static final int PERCENT_PER_LINE = 5;

  private static final int PERCENT = 100;

  /**
   * Migrates a store that nobody has open.
   *
   * @param git the git data directory that belongs to it
   * @throws StoreOpenException if it cannot be finished; it goes on the next time
   */
  public void run(Path relay, Path git) {
    try (Env<ByteBuffer> env = FormatRows.open(relay, StoreSettings.withReserve(0))) {
      for (Stored at = found(env);
          at.migratingFrom().isPresent() || at.version() < StoreFormat.CURRENT;
          at = found(env)) {
        step(env, git, at);
      }
    } catch (LmdbException | IOException e) {
      throw new StoreOpenException(
          "the migration of the store in %s was not finished: %s. Solve that and start again: it goes on"
              .formatted(relay, e.getMessage()),
          e);
    }
  }

  private static Stored found(Env<ByteBuffer> env) {
    if (FormatRows.found(env) instanceof Stored stored) {
      return stored;
    }
    throw new IllegalStateException("there is no store to migrate");
  }

  private void step(Env<ByteBuffer> env, Path git, Stored at) throws IOException {
    Migration migration = migrations.from(at.migratingFrom().orElse(at.version()));
    String name =
        "migration from format %d to %d (%s)"
            .formatted(migration.from(), migration.from() + 1, migration.text());
    if (at.migratingFrom().isEmpty()) {
      log.accept(name + " begins");
      begin(env, migration);
    } else {
      log.accept(name + " goes on");
    }
    int said = 0;
    Piece piece;
    do {
      piece = piece(env, git, migration);
      int percent = (int) (piece.done() * PERCENT / Math.max(1, piece.total()));
      if (percent >= said + PERCENT_PER_LINE && !piece.isLast()) {
        said = percent;
        log.accept("%s: %d %%".formatted(name, percent));
      }
    } while (!piece.isLast());
    log.accept(name + " is done");
  }

  private void begin(Env<ByteBuffer> env, Migration migration) {
    try (Txn<ByteBuffer> txn = env.txnWrite()) {
      FormatRows.begin(env, txn, migration.from());
      txn.commit();
    }
    failPoints.reach(FailPoints.MIGRATION_BEGUN);
  }

  private Piece piece(Env<ByteBuffer> env, Path git, Migration migration) throws IOException {
    Piece piece;
    try (Txn<ByteBuffer> txn = env.txnWrite()) {
      byte[] cursor = FormatRows.cursor(env, txn);
      piece = migration.next(new Migration.Tables(env, txn), git, cursor);
      if (piece.isLast()) {
        FormatRows.end(env, txn);
      } else {
        FormatRows.proceed(env, txn, migration.from(), piece.cursor());
      }
      failPoints.reach(FailPoints.MIGRATION_BEFORE_WRITE);
      txn.commit();
    }
    failPoints.reach(piece.isLast() ? FailPoints.MIGRATION_DONE : FailPoints.MIGRATION_WRITTEN);
    return piece;
  }
}
