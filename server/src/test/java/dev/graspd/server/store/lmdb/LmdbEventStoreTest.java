package dev.graspd.server.store.lmdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.core.store.query.Arrival;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.TestKeys;
import dev.graspd.testkit.store.AppendContract;
import dev.graspd.testkit.store.DeletionContract;
import dev.graspd.testkit.store.EndedContract;
import dev.graspd.testkit.store.LogContract;
import dev.graspd.testkit.store.QueryContract;
import dev.graspd.testkit.store.RepositoryContract;
import dev.graspd.testkit.store.StoreDriver;
import dev.graspd.testkit.store.StrangerContract;
import dev.graspd.testkit.store.UnwantedContract;
import dev.graspd.testkit.store.order.ArrivalContract;
import dev.graspd.testkit.store.order.BanContract;
import dev.graspd.testkit.store.order.HookContract;
import dev.graspd.testkit.store.order.RoleContract;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LmdbEventStoreTest
    implements AppendContract,
        DeletionContract,
        RoleContract,
        BanContract,
        HookContract,
        ArrivalContract,
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

  @Test
  void eventIsOlderThanTheMinutesThatAreKept(@TempDir Path other) {
    try (LmdbEventStore small = TestStores.open(other, TestStores.small())) {
      StoreDriver driver = new StoreDriver(small);
      List<EventId> ids = new ArrayList<>();
      int minutes = TestStores.small().minutesKept() + 1;
      for (int i = 0; i < minutes; i++) {
        Event event = EventBuilder.note("n" + i).unsignedBy(TestKeys.ALICE);
        long now = 60L * i;
        Appended _ = driver.write(tx -> tx.append(event, now));
        ids.add(event.id());
      }

      assertThat(small.arrival(ids.getFirst())).contains(new Arrival.Before(60));
      assertThat(small.arrival(ids.get(1))).contains(new Arrival.Within(60, false));
    }
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
