package dev.graspd.core.store;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import java.util.Optional;

/**
 * One write transaction. All of it reaches the disk, or nothing. Reads see the writes before them.
 * Used only inside {@link EventStore#write}, by the writer.
 *
 * <p>Every way to bring an event checks, in this order: is the id there already; did its author
 * delete it (by id or address, versions up to the deletion's {@code created_at}) or vanish (events
 * up to that request's); is a newer version of its address served. A kind 5 or 62 cannot be
 * deleted. An event refused because of its author's wish is {@link Known#GONE} from then on.
 */
public interface StoreTransaction extends RepositoryTransaction, HoldingTransaction {
  Known known(EventId id);

  /** Returns a served or held event. */
  Optional<Event> event(EventId id);

  /**
   * Serves an event. An older version of its address is removed. An event that a dormant deletion
   * names is refused, and that deletion is served from now on.
   */
  Appended append(Event event, long nowSeconds);

  /**
   * The same for a kind 10317 of a key that takes part in nothing here: while such lists take more
   * room than they have together, the oldest are removed, never this one.
   */
  Appended appendStranger(Event list, StrangerRoom room, long nowSeconds);

  /** Keeps an event unserved until {@link #release} or {@link #remove}. */
  Appended hold(Event event, long nowSeconds);

  /**
   * Serves a held event, by the same rules as {@link #append}; empty if it is not held. One that
   * these rules refuse is removed.
   */
  Optional<Appended> release(EventId id, long nowSeconds);

  /**
   * Obeys a kind 5: hides what it names by the same author, served or held, for ever, and remembers
   * its targets. If it hid something it is served; otherwise it stays dormant, known as held, and
   * is forgotten {@link #DORMANT_DELETION_SECONDS} later.
   */
  default Appended delete(Event deletion, long nowSeconds) {
    return delete(deletion, DormantRoom.UNLIMITED, nowSeconds);
  }

  /** The same, unless it would be dormant and there is no room for that: then nothing changes. */
  Appended delete(Event deletion, DormantRoom room, long nowSeconds);

  /**
   * Obeys a kind 62: from now on no event of its author up to its {@code created_at} comes in.
   * Those that are here are removed by {@link #sweep}, which the caller repeats until it is done.
   * The request itself is served, until a newer one takes its place.
   */
  Appended vanish(Event vanish, long nowSeconds);

  /** Removes a served or held event; with {@code DELETED} or {@code BANNED} it stays away. */
  boolean remove(EventId id, Removal why, long nowSeconds);

  /**
   * Does pending removals, at most this many: expired events, dormant deletions past their time,
   * events of vanished authors. Returns how many were done; fewer than {@code max} means none is
   * left.
   */
  int sweep(long nowSeconds, int max);

  /** Returns whether events of this vanished author still wait for {@link #sweep}. */
  boolean isVanishing(PublicKey author);

  /**
   * Remembers a refusal, unless the event is here or {@link Known#GONE}. What the store removes it
   * remembers by itself, but for two: a dormant deletion, which may be needed again, and a served
   * event that lapsed or was set aside, which comes back with what it hung on. An event that comes
   * in is unwanted no more.
   */
  void putUnwanted(Unwanted refused);

  /** Forgets that an event is not wanted; returns whether that was remembered. */
  boolean forgetUnwanted(EventId id);

  /** How long a deletion that hid nothing is remembered. */
  long DORMANT_DELETION_SECONDS = 30L * 24 * 3600;
}
