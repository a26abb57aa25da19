package dev.graspd.server.store.lmdb;

import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.testkit.AppendContract;
import dev.graspd.testkit.DeletionContract;
import dev.graspd.testkit.HoldingContract;
import dev.graspd.testkit.LogContract;
import dev.graspd.testkit.QueryContract;
import dev.graspd.testkit.RepositoryContract;
import dev.graspd.testkit.StrangerContract;
import dev.graspd.testkit.UnwantedContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

final class LmdbEventStoreTest
    implements AppendContract,
        DeletionContract,
        StrangerContract,
        QueryContract,
        LogContract,
        RepositoryContract,
        HoldingContract,
        UnwantedContract {
  @TempDir Path directory;
  private LmdbEventStore store;

  @BeforeEach
  void open() {
    store = TestStores.open(directory);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Override
  public EventStore store() {
    return store;
  }

  @Override
  public RepositoryStore repositories() {
    return store;
  }

  @Override
  public UnwantedStore unwanted() {
    return store;
  }
}
