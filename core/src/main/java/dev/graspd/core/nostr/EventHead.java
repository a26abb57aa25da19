package dev.graspd.core.nostr;

import java.util.Comparator;
import java.util.Optional;

/**
 * The fields that order and name an event, without its tags and text. Views keep this in place of
 * the event, whose size its author chooses.
 *
 * @param address for replaceable and addressable kinds
 */
public record EventHead(
    EventId id, PublicKey author, int kind, long createdAt, Optional<Address> address) {
  /** The same order as {@link Event#NEWEST_FIRST}. */
  public static final Comparator<EventHead> NEWEST_FIRST =
      Comparator.comparingLong(EventHead::createdAt).reversed().thenComparing(EventHead::id);

  @Override
  public String toString() {
    return "event " + id + " kind " + kind;
  }
}
