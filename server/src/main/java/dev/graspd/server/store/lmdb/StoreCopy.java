package dev.graspd.server.store.lmdb;

import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.lmdbjava.CopyFlags;
import org.lmdbjava.LmdbException;

/**
 * A store as another process sees it, to be read and copied while a server may be writing to it.
 *
 * <p>It cannot harm the writer. Its environment is read-only; it takes one place in LMDB's table of
 * readers, which the server frees if this process is killed; and it copies with compaction, which
 * is one read transaction over the tree, whereas a copy page by page takes the writer's lock for a
 * moment. Compaction also leaves out the pages that are free.
 */
public final class StoreCopy implements AutoCloseable {
  private final Tables tables;
  private final ReadSessions sessions;
  private final RepositoryReader repositories;

  private StoreCopy(Tables tables) {
    this.tables = tables;
    this.sessions = new ReadSessions(tables, 1);
    this.repositories = new RepositoryReader(sessions);
  }

  /**
   * Opens the store of a server.
   *
   * @throws StoreOpenException if there is none, or it is of another layout
   */
  public static StoreCopy open(Path directory) {
    return new StoreCopy(Tables.openReadOnly(directory, StoreSettings.withReserve(0)));
  }

  /** Opens a copy that was made before. */
  public static StoreCopy openSnapshot(Path directory) {
    return new StoreCopy(Tables.openSnapshot(directory, StoreSettings.withReserve(0)));
  }

  /** What a store is made of, in numbers. */
  public record Figures(long servedEvents, long heldEvents, long bytes) {}

  /** Returns how many events are here, and how large a copy can be at most. */
  public Figures figures() {
    try (ReadSession session = sessions.open()) {
      return new Figures(
          session.entries(Table.TIME), session.entries(Table.HELD), session.bytesOnDisk());
    }
  }

  public List<PackRecord> packs() {
    return repositories.packs();
  }

  public List<Placeholder> placeholders() {
    return repositories.placeholders();
  }

  /**
   * Writes all that is committed now into an empty directory, and returns the file. It is not on
   * disk yet.
   *
   * @throws IOException if it cannot be written; something may be left
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
