package dev.graspd.testkit.store;

import static dev.graspd.testkit.store.StoreDriver.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.TestKeys;
import dev.graspd.testkit.store.order.ArrivalContract;
import dev.graspd.testkit.store.order.BanContract;
import dev.graspd.testkit.store.order.HookContract;
import dev.graspd.testkit.store.order.RoleContract;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ModelEventStoreTest
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
  private final ModelEventStore store = new ModelEventStore();

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

  @Test
  void onlyTheNewestRemovalsStayInTheLog() {
    EventStore small = new ModelEventStore(2, 2);
    for (int i = 0; i < 5; i++) {
      Event version = EventBuilder.kind(0).at(i).unsignedBy(TestKeys.ALICE);
      new StoreDriver(small).append(version);
    }

    assertThat(small.tail(0, 10).stream().map(LogRecord::seq)).containsExactly(6L, 8L, 9L);
  }

  @Test
  void onlyTheNewestRemovedAndTheNewestRefusedStayUnwanted() {
    ModelEventStore small = new ModelEventStore(2, 2);
    StoreDriver driver = new StoreDriver(small);
    for (int i = 0; i < 5; i++) {
      long now = NOW + i;
      Event version = EventBuilder.kind(0).at(i).unsignedBy(TestKeys.ALICE);
      Event refused = EventBuilder.note("r" + i).at(i).unsignedBy(TestKeys.ALICE);
      boolean done =
          driver.<Boolean>write(tx -> {
            tx.append(version, now);
            tx.putUnwanted(
                UnwantedEvent.refused(refused, UnwantedEvent.Why.REFUSED, now, now + 100));
            return true;
          });
      assertThat(done).isTrue();
    }

    List<UnwantedEvent> rows = new ArrayList<>();
    assertThat(small.unwanted(NOW).next(100, rows::add)).isTrue();
    assertThat(rows.stream().filter(row -> row.why().isRefusal()).map(UnwantedEvent::createdAt))
        .containsExactlyInAnyOrder(3L, 4L);
    assertThat(rows.stream().filter(row -> !row.why().isRefusal()).map(UnwantedEvent::createdAt))
        .containsExactlyInAnyOrder(2L, 3L);
  }
}
