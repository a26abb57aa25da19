package dev.graspd.server.family.ended;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Removal;
import dev.graspd.server.base.Await;
import dev.graspd.server.family.view.StoreQueries;
import dev.graspd.server.role.Mandate;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;

/**
 * Removes the events of a key that a list of the operator excludes, in small transactions. Without
 * the list they may come back. Blocks; can be repeated after a crash.
 *
 * @param mandate the role that it writes under
 */
public record ExcludedKeyRemoval(EventStore store, InstantSource clock, Mandate mandate) {
  private static final int SLICE_EVENTS = 500;
  private static final int SLICE_BYTES = 4 << 20;

  /** Removes all served events of a key; returns how many. */
  public int removeServed(PublicKey author) {
    Filter own = Filter.builder().authors(List.of(author)).limit(SLICE_EVENTS).build();
    int removed = 0;
    List<EventId> slice = idsOf(own);
    while (!slice.isEmpty() && mandate.isHeld()) {
      removed += remove(slice);
      slice = idsOf(own);
    }
    return removed;
  }

  private List<EventId> idsOf(Filter filter) {
    return StoreQueries.all(store, filter, SLICE_EVENTS, SLICE_BYTES).stream()
        .map(Event::id)
        .toList();
  }

  /** Removes these events, served or held; returns how many were here. */
  int remove(Collection<EventId> ids) {
    long now = clock.instant().getEpochSecond();
    return Await.answerOf(
        store.write(tx -> {
          mandate.require(tx);
          return (int) ids.stream().filter(id -> tx.remove(id, Removal.EXCLUDED, now)).count();
        }));
  }
}
