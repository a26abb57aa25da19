package dev.graspd.sim.sync;

import dev.graspd.core.negentropy.ItemSet;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.core.sync.relays.SyncAction;
import dev.graspd.core.sync.relays.SyncInput;
import java.util.List;
import java.util.SortedSet;

/** What sync asks of the server that it belongs to. */
public interface Home {
  SyncOutcome submit(Event event, EventSource source);

  /** The families that name other relays, as a new start reads them. */
  List<SyncInput> fromStart();

  /** What the store has of these families, then the end of the answer; or the roots. */
  List<SyncInput> read(SyncAction.Read request);

  ItemSet set(Filter filter);

  /** Returns those that are neither here nor unwanted. */
  List<EventId> sift(List<EventId> ids, EventSource source);

  SortedSet<EventId> threads(SortedSet<EventId> roots);
}
