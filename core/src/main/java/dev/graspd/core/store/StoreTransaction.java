package dev.graspd.core.store;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.role.RoleTransaction;
import dev.graspd.core.store.ban.BanTransaction;
import dev.graspd.core.store.ended.EndedTransaction;
import dev.graspd.core.store.hook.HookTransaction;
import dev.graspd.core.store.room.DormantRoom;
import dev.graspd.core.store.room.StrangerRoom;
import java.util.Optional;

/**
 * One write transaction. It reaches the disk as a whole or not at all. Reads see the writes before
 * them. Used only inside {@link EventStore#write}, by the writer.
 *
 * <p>Every method that adds an event checks, in this order: is the id there already; does a ban
 * keep it out; did its author delete it (by id or address, versions up to the deletion's {@code
 * created_at}) or vanish (events up to that request's); is a newer version of its address served. A
 * kind 5 or 62 cannot be deleted. An event that is refused because of its author's deletion or
 * request to vanish is {@link Known#GONE} from then on.
 */
public interface StoreTransaction {
  /** Returns the part of this transaction about hosted repositories. */
  RepositoryTransaction repositories();

  /** Returns the part of this transaction about ended repositories. */
  EndedTransaction ended();

  /** Returns the part of this transaction about roles. */
  RoleTransaction roles();

  /** Returns the part of this transaction about bans and the audit log. */
  BanTransaction bans();

  /** Returns the part of this transaction about webhooks. */
  HookTransaction hooks();

  /** Returns the number of the last record in the log, those of this transaction included. */
  long lastSeq();

  Known known(EventId id);

  /** Returns a served or held event. */
  Optional<Event> event(EventId id);

  /**
   * Serves an event. An older version of its address is removed. An event that a dormant deletion
   * names is refused, and that deletion is served from now on.
   */
  Appended append(Event event, long nowSeconds);

  /**
   * The same for a kind 10317 of a key that takes part in no repository here. While all such lists
   * together take more bytes than allowed, the oldest are removed, but never this one.
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
   * Obeys a kind 5: hides the named events of the same author, served or held, permanently, and
   * remembers its targets. If it hid something it is served; otherwise it stays dormant, known as
   * held, and is forgotten {@link #DORMANT_DELETION_SECONDS} later.
   */
  default Appended delete(Event deletion, long nowSeconds) {
    return delete(deletion, DormantRoom.UNLIMITED, nowSeconds);
  }

  /** The same, but if it would be dormant and there is no room for that, nothing changes. */
  Appended delete(Event deletion, DormantRoom room, long nowSeconds);

  /**
   * Obeys a kind 62: from now on the store refuses events of its author up to its {@code
   * created_at}. {@link #sweep} removes those that are here; the caller repeats it until it is
   * done. The request itself is served, until a newer one takes its place.
   */
  Appended vanish(Event vanish, long nowSeconds);

  /** Removes a served or held event; with {@code DELETED} or {@code BANNED} it cannot come back. */
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
   * Remembers a refusal, unless the event is here or {@link Known#GONE}. The store itself remembers
   * the events that it removes, except two kinds: a dormant deletion, which may be needed again,
   * and a served event that lapsed or was set aside, which comes back with its repository. An event
   * that is added is no longer unwanted.
   */
  void putUnwanted(UnwantedEvent refused);

  /** Forgets that an event is unwanted; returns whether it was. */
  boolean forgetUnwanted(EventId id);

  /** How long a deletion that hid nothing is remembered. */
  long DORMANT_DELETION_SECONDS = 30L * 24 * 3600;
}
