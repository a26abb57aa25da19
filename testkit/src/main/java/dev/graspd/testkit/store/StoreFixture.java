package dev.graspd.testkit.store;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.EventStore;
import java.util.List;
import java.util.stream.Stream;

/** What a contract needs: a fresh store for each test. */
public interface StoreFixture {
  /** Returns the store of the running test; the same one each time. */
  EventStore store();

  /** Returns a way to talk to it. */
  default StoreDriver driver() {
    return new StoreDriver(store());
  }

  /** Returns the ids of these events. */
  static List<EventId> idsOf(Event... events) {
    return Stream.of(events).map(Event::id).toList();
  }
}
