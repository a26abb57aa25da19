package dev.graspd.core.nostr;

import java.util.List;

/** An event before it is signed: all but its id and signature. */
public record UnsignedEvent(
    PublicKey author, long createdAt, int kind, List<Tag> tags, String content) {
  public UnsignedEvent {
    tags = List.copyOf(tags);
    if (kind < 0 || kind > Kinds.MAX) {
      throw new IllegalArgumentException("kind " + kind + " is outside 0..65535");
    }
    if (createdAt < 0) {
      throw new IllegalArgumentException("created_at is negative");
    }
  }

  /** Returns the id: SHA-256 of the canonical form (N01-1), control characters JSON-escaped. */
  public EventId id() {
    return EventJson.id(this, ControlCharacters.ESCAPED);
  }

  /** Returns whether this id belongs to the event, in either form of N01-1. */
  public boolean hasId(EventId id) {
    return id.equals(id())
        || (EventJson.hasRareControls(this)
            && id.equals(EventJson.id(this, ControlCharacters.VERBATIM)));
  }

  /** Completes the event. The verifier checks id and signature. */
  public Event signed(EventId id, Signature signature) {
    return new Event(id, this, signature);
  }

  /**
   * How control characters without a short escape enter the hash. NIP-01 reads as verbatim; most
   * software hashes the JSON escape.
   */
  public enum ControlCharacters {
    ESCAPED,
    VERBATIM
  }
}
