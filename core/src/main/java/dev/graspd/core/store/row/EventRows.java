package dev.graspd.core.store.row;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The events with all their indexes. An event enters with every row by which it is found, and
 * leaves with all of them.
 */
public interface EventRows {
  /** In place of a time, for events that do not expire. */
  long NEVER = Long.MAX_VALUE;

  /** Which of an author's events. */
  enum Group {
    SERVED,
    /** Held ones, dormant deletions included. */
    HELD,
    ASIDE
  }

  @Nullable LogEntry find(EventId id);

  /**
   * Returns an event that a row names; valid until the next write.
   *
   * @throws IllegalStateException if there is none: the store is damaged
   */
  StoredEvent present(long seq);

  /** Returns the served version of an address; there is at most one. */
  @Nullable IndexedEvent servedVersion(Address address);

  /** Returns the newest version that is held or set aside, not newer than this. */
  @Nullable IndexedEvent heldVersion(Address address, long createdAtMax);

  /** Returns the newest event of an author, not newer than this, other than the excepted one. */
  @Nullable IndexedEvent newestOf(PublicKey author, Group group, long createdAtMax, EventId except);

  /** Returns the number of the event that is due first, if its time has come. */
  OptionalLong firstDue(long nowSeconds);

  /**
   * Puts an event that is not there. If its life is {@link Life#isHere}, it is the record of its
   * number in the log.
   *
   * @param due when it is to be removed, {@link #NEVER} if that is not known
   */
  void put(Event event, LogEntry entry, long due);

  /** Deletes an event, with the entry and the time that it was put with. */
  void delete(Event event, LogEntry entry, long due);
}
