package dev.graspd.server.store;

import dev.graspd.core.store.Store;
import java.nio.file.Path;

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
}
