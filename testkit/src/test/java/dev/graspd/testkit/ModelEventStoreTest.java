package dev.graspd.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.RepositoryStore;
import org.junit.jupiter.api.Test;

final class ModelEventStoreTest
    implements AppendContract, DeletionContract, QueryContract, LogContract, RepositoryContract {
  private final ModelEventStore store = new ModelEventStore();

  @Override
  public EventStore store() {
    return store;
  }

  @Override
  public RepositoryStore repositories() {
    return store;
  }

  @Test
  void onlyTheNewestRemovalsStayInTheLog() {
    EventStore small = new ModelEventStore(2);
    for (int i = 0; i < 5; i++) {
      Event version = EventBuilder.kind(0).at(i).unsignedBy(TestKeys.ALICE);
      new StoreDriver(small).append(version);
    }

    assertThat(small.tail(0, 10).stream().map(LogRecord::seq)).containsExactly(6L, 8L, 9L);
  }
}
