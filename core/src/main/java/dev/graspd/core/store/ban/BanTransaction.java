package dev.graspd.core.store.ban;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The part of a write transaction about bans. A ban that keeps out is looked up for each event that
 * is added: no event comes in beside it, from whomever it is.
 */
public interface BanTransaction {
  Optional<Ban> find(Banned what);

  /**
   * Keeps something out from now on, and writes that into the audit log. A ban that is there
   * already gets the new reason and end. The event of a ban of one event is set aside at once;
   * other events follow with {@link #setAside}, and {@link #complete} ends that.
   */
  Ban impose(Banned what, Order order, OptionalLong untilSeconds);

  /**
   * Lets events in again from now on, and writes that into the audit log; empty if there is no ban
   * that keeps it out. The events that were set aside follow, each with {@link #takeOut}.
   */
  Optional<Ban> lift(Banned what, Order order);

  /** Records that nothing is served any more that this ban covers; no effect once it is lifted. */
  void complete(Banned what);

  /** Forgets a lifted ban and what it still has set aside. */
  void forget(Banned what);

  /**
   * Takes an event, served or held, out of all tables and keeps it under a ban. Dormant deletions
   * stay, because they keep their targets out. Returns whether it was here.
   */
  boolean setAside(Ban ban, EventId id, long nowSeconds);

  /**
   * Forgets an event that a lifted ban has set aside; returns whether it was there. One that
   * another ban keeps out is kept under that one.
   */
  boolean takeOut(Ban ban, Event event);

  /** Writes an order that was refused, or that needs no row, into the audit log. */
  void note(Order order, String action, String subject, String result);

  /** Returns the events that a ban has set aside, in the order in which they come back. */
  List<Event> aside(Ban ban, int max);
}
