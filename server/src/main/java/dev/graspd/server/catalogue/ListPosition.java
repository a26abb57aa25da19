package dev.graspd.server.catalogue;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.text.Hex;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A place in the list: that of an event, newest first. New events do not move it.
 *
 * @param owner of the repository, if one state can update several
 */
public record ListPosition(long createdAt, EventId id, Optional<PublicKey> owner) {
  private static final int TIME_DIGITS = 16;
  private static final int ID_DIGITS = 64;
  private static final int KEY_DIGITS = 64;

  /** The place of an announcement. */
  public ListPosition(long createdAt, EventId id) {
    this(createdAt, id, Optional.empty());
  }

  /** Returns the text with which a client asks for the next part. */
  public String text() {
    return HexFormat.of().toHexDigits(createdAt) + id.hex() + owner.map(PublicKey::hex).orElse("");
  }

  /** Reads such a text. */
  public static Optional<ListPosition> parse(String text) {
    boolean hasOwner = Hex.isLowerHex(text, TIME_DIGITS + ID_DIGITS + KEY_DIGITS);
    if (!hasOwner && !Hex.isLowerHex(text, TIME_DIGITS + ID_DIGITS)) {
      return Optional.empty();
    }
    long createdAt = HexFormat.fromHexDigitsToLong(text, 0, TIME_DIGITS);
    EventId id = EventId.parse(text.substring(TIME_DIGITS, TIME_DIGITS + ID_DIGITS));
    return createdAt < 0
        ? Optional.empty()
        : Optional.of(
            new ListPosition(
                createdAt,
                id,
                hasOwner
                    ? Optional.of(PublicKey.parse(text.substring(TIME_DIGITS + ID_DIGITS)))
                    : Optional.empty()));
  }

  /** Returns whether an event comes after this place. */
  boolean isBefore(long otherCreatedAt, EventId other) {
    return otherCreatedAt < createdAt || (otherCreatedAt == createdAt && other.compareTo(id) > 0);
  }

  /** Returns whether a repository that an event updated comes after this place. */
  boolean isBefore(long otherCreatedAt, EventId other, PublicKey otherOwner) {
    boolean isSame = otherCreatedAt == createdAt && other.equals(id);
    return isSame
        ? owner.filter(last -> otherOwner.compareTo(last) > 0).isPresent()
        : isBefore(otherCreatedAt, other);
  }
}
