package dev.graspd.core.store.row;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.Gone;
import org.jspecify.annotations.Nullable;

/** The ids that must not come back, and the targets that deletions name. */
public interface DeletionRows {
  @Nullable Gone gone(EventId id);

  void putGone(EventId id, Gone gone);

  /** Puts a row for each target of a deletion, by id or by address. */
  void putTargets(Event deletion);

  void deleteTargets(Event deletion);

  /** Returns the deletion with the lowest id that this author signed against an id. */
  @Nullable EventId firstDeletionOf(EventId target, PublicKey author);

  /** Returns the newest deletion against an address; of two as old, that with the lower id. */
  @Nullable Request newestDeletionOf(Address target);
}
