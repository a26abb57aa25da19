package dev.graspd.server.store;

import dev.graspd.core.store.RepositoryStore;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A store of another process, to read and copy it while a server may write to it. It cannot harm
 * the writer.
 */
public interface StoreCopy extends AutoCloseable {
  /** The number of events, and the largest size of a copy. */
  record Figures(long servedEvents, long heldEvents, long bytes) {}

  Figures figures();

  RepositoryStore repositories();

  /**
   * Writes all committed data into an empty directory, and returns the file, not yet synced.
   *
   * @throws IOException if it cannot be written; a part may remain
   */
  Path copyTo(Path emptyDirectory) throws IOException;

  @Override
  void close();
}
