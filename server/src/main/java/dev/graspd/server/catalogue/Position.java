package dev.graspd.server.catalogue;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.text.Hex;
import java.util.HexFormat;
import java.util.Optional;

/** A place in the list: that of an announcement, newest first. New announcements do not move it. */
public record Position(long createdAt, EventId id) {
  private static final int TIME_DIGITS = 16;
  private static final int ID_DIGITS = 64;

  /** Returns the text with which a client asks for the next part. */
  public String text() {
    return HexFormat.of().toHexDigits(createdAt) + id.hex();
  }

  /** Reads such a text. */
  public static Optional<Position> parse(String text) {
    if (!Hex.isLowerHex(text, TIME_DIGITS + ID_DIGITS)) {
      return Optional.empty();
    }
    long createdAt = HexFormat.fromHexDigitsToLong(text, 0, TIME_DIGITS);
    return createdAt < 0
        ? Optional.empty()
        : Optional.of(new Position(createdAt, EventId.parse(text.substring(TIME_DIGITS))));
  }

  /** Returns whether an announcement comes after this place. */
  boolean isBefore(long otherCreatedAt, EventId other) {
    return otherCreatedAt < createdAt || (otherCreatedAt == createdAt && other.compareTo(id) > 0);
  }
}
