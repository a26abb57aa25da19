package dev.graspd.server.store.lmdb;

import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.store.lmdb.row.EndedReader;
import dev.graspd.server.store.lmdb.row.RepositoryReader;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.ReadSessions;
import dev.graspd.server.store.lmdb.table.StoreSettings;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.Tables;
import java.io.IOException;
import java.nio.file.Path;
import org.lmdbjava.CopyFlags;
import org.lmdbjava.LmdbException;

/**
 * A store of another process, to read and copy it while a server may write to it.
 *
 * <p>It cannot harm the writer. Its environment is read-only; it takes one place in LMDB's table of
 * readers, which the server frees if this process is killed; and it copies with compaction, which
 * is one read transaction over the tree, while a copy page by page takes the writer's lock for a
 * moment. Compaction also leaves out the pages that are free.
 */
public final class StoreCopy implements AutoCloseable {
  private final Tables tables;
  private final ReadSessions sessions;
  private final RepositoryStore repositories;

  private StoreCopy(Tables tables) {
    this.tables = tables;
    this.sessions = new ReadSessions(tables, 1);
    this.repositories = new RepositoryReader(sessions, new EndedReader(sessions));
  }

  /**
   * Opens the store of a server.
   *
   * @throws StoreOpenException if there is none, or it is of another layout
   */
  public static StoreCopy open(Path directory) {
    return new StoreCopy(Tables.openReadOnly(directory, StoreSettings.withReserve(0)));
  }

  public static StoreCopy openSnapshot(Path directory) {
    return new StoreCopy(Tables.openSnapshot(directory, StoreSettings.withReserve(0)));
  }

  public record Figures(long servedEvents, long heldEvents, long bytes) {}

  /** Returns the number of events and the largest size of a copy. */
  public Figures figures() {
    try (ReadSession session = sessions.open()) {
      return new Figures(
          session.entries(Table.TIME), session.entries(Table.HELD), session.bytesOnDisk());
    }
  }

  public RepositoryStore repositories() {
    return repositories;
  }

  /**
   * Writes all committed data into an empty directory, and returns the file, not yet synced.
   *
   * @throws IOException if it cannot be written; a part may remain
   */
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
