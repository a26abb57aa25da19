package dev.graspd.core.sync.refusal;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;

/**
 * The row that the store keeps of a refused event, so that a restart does not download it again.
 *
 * @param atSeconds when it was refused, in calendar seconds
 */
public record RefusedRow(
    EventId id, PublicKey author, long createdAt, int kind, WhyRefused why, long atSeconds) {
  static RefusedRow of(Event event, WhyRefused why, long atSeconds) {
    return new RefusedRow(
        event.id(), event.author(), event.createdAt(), event.kind(), why, atSeconds);
  }
}
