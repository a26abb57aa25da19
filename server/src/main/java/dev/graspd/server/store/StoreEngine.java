package dev.graspd.server.store;

import dev.graspd.core.store.Store;
import dev.graspd.core.store.format.FoundFormat;
import dev.graspd.server.base.FailPoints;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;

/** Opens, copies and checks stores. Each is named by its directory. */
public interface StoreEngine {
  /**
   * Opens a store, and creates it if there is none. No other process may write to it meanwhile.
   *
   * @throws StoreOpenException if the directory holds something else
   */
  Store open(StoreOpening opening);

  /** Opens a copy that nobody ever writes to, to read it; writing to it fails. */
  Store openSnapshot(Path directory);

  /**
   * Opens the store of a server, which may write to it meanwhile.
   *
   * @throws StoreOpenException if there is none, or it is of another layout
   */
  StoreCopy reading(Path directory);

  /** The same for a copy that nobody ever writes to. */
  StoreCopy readingSnapshot(Path directory);

  /** Checks a whole store that is not open elsewhere in this process; changes nothing. */
  StoreReport check(Path directory);

  /** Checks a copy that nobody writes to, without creating files. */
  StoreReport checkSnapshot(Path directory);

  /** Returns the format of a store that nobody writes to meanwhile; changes nothing. */
  FoundFormat format(Path directory);

  /** Returns the versions from which {@link #migrate} reaches the next one. */
  Set<Integer> migratable();

  /**
   * Copies a store of any format that nobody writes to, and returns the file, not yet synced.
   *
   * @throws IOException if it cannot be written; a part may remain
   */
  Path copyAsIs(Path directory, Path emptyDirectory) throws IOException;

  /**
   * Brings a store of an older format, which nobody has open, to the current one, or goes on with
   * that.
   *
   * @param git the git data directory that belongs to it
   * @param log told how far it is, in words
   * @throws StoreOpenException if it cannot be finished; it goes on the next time
   */
  void migrate(Path directory, Path git, FailPoints failPoints, Consumer<String> log);
}
