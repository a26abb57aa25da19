package dev.graspd.core.store;

import dev.graspd.core.nostr.EventId;

/** The result of adding an event to the store. */
public sealed interface Appended {
  /** Served from this log number on. */
  record Stored(long seq) implements Appended {}

  /** Kept, not served. */
  record Held(long seq) implements Appended {}

  /** The store has this event already. */
  record Duplicate(boolean held) implements Appended {}

  /** A newer version of its address is served. */
  record Superseded(EventId by) implements Appended {}

  /** Its author asked to hide it, now or in advance; the request is served from now on. */
  record Deleted(EventId by) implements Appended {}

  /** Its author asked to vanish, and the event is not newer than that request. */
  record Vanished(EventId by) implements Appended {}

  /** A deletion that hides nothing, for which there is no room. */
  record NoRoom() implements Appended {}

  /** {@link StoreTransaction#remove} removed it and keeps it from coming back. */
  record Barred(Removal why) implements Appended {}
}
