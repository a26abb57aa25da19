package dev.graspd.server.store.lmdb;

import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.store.StoreCopy;
import dev.graspd.server.store.StoreOpenException;
import dev.graspd.server.store.lmdb.row.EndedReader;
import dev.graspd.server.store.lmdb.row.RepositoryReader;
import dev.graspd.server.store.lmdb.table.FormatRows;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.ReadSessions;
import dev.graspd.server.store.lmdb.table.StoreSettings;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.Tables;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.lmdbjava.CopyFlags;
import org.lmdbjava.Env;
import org.lmdbjava.LmdbException;

/**
 * A copy that cannot harm the writer.
 *
 * <p>Its environment is read-only; it takes one place in LMDB's table of readers, which the server
 * frees if this process is killed; and it copies with compaction, which is one read transaction
 * over the tree, while a copy page by page takes the writer's lock for a moment. Compaction also
 * leaves out the pages that are free.
 */
public final class LmdbCopy implements StoreCopy {
  private final Tables tables;
  private final ReadSessions sessions;
  private final RepositoryStore repositories;

  private LmdbCopy(Tables tables) {
    this.tables = tables;
    this.sessions = new ReadSessions(tables, 1);
    this.repositories = new RepositoryReader(sessions, new EndedReader(sessions));
  }

  /**
   * Opens the store of a server.
   *
   * @throws StoreOpenException if there is none, or it is of another layout
   */
  public static LmdbCopy open(Path directory) {
    return new LmdbCopy(Tables.openReadOnly(directory, StoreSettings.withReserve(0)));
  }

  public static LmdbCopy openSnapshot(Path directory) {
    return new LmdbCopy(Tables.openSnapshot(directory, StoreSettings.withReserve(0)));
  }

  /** Copies a store of any format that nobody writes to. */
  public static Path copyAsIs(Path directory, Path emptyDirectory) throws IOException {
    try (Env<ByteBuffer> env = FormatRows.reading(directory)) {
      env.copy(emptyDirectory.toFile(), CopyFlags.MDB_CP_COMPACT);
    } catch (LmdbException e) {
      throw new IOException("the store cannot be copied: " + e.getMessage(), e);
    }
    return emptyDirectory.resolve(Tables.FILE);
  }

  @Override
  public Figures figures() {
    try (ReadSession session = sessions.open()) {
      return new Figures(
          session.entries(Table.TIME), session.entries(Table.HELD), session.bytesOnDisk());
    }
  }

  @Override
  public RepositoryStore repositories() {
    return repositories;
  }

  @Override
  public Path copyTo(Path emptyDirectory) throws IOException {
    try {
      tables.env().copy(emptyDirectory.toFile(), CopyFlags.MDB_CP_COMPACT);
    } catch (LmdbException e) {
      throw new IOException("the store cannot be copied: " + e.getMessage(), e);
    }
    return emptyDirectory.resolve(Tables.FILE);
  }

  @Override
  public void close() {
    if (sessions.close()) {
      tables.close();
    }
  }
}
