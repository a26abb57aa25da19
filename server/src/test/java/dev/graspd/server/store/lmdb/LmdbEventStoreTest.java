package dev.graspd.server.store.lmdb;

import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.testkit.store.AppendContract;
import dev.graspd.testkit.store.DeletionContract;
import dev.graspd.testkit.store.EndedContract;
import dev.graspd.testkit.store.LogContract;
import dev.graspd.testkit.store.QueryContract;
import dev.graspd.testkit.store.RepositoryContract;
import dev.graspd.testkit.store.StrangerContract;
import dev.graspd.testkit.store.UnwantedContract;
import dev.graspd.testkit.store.order.BanContract;
import dev.graspd.testkit.store.order.HookContract;
import dev.graspd.testkit.store.order.RoleContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

final class LmdbEventStoreTest
    implements AppendContract,
        DeletionContract,
        RoleContract,
        BanContract,
        HookContract,
        StrangerContract,
        QueryContract,
        LogContract,
        RepositoryContract,
        EndedContract,
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
    return store.repositories();
  }

  @Override
  public UnwantedStore unwanted() {
    return store.unwanted();
  }
}
