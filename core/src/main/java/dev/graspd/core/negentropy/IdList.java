package dev.graspd.core.negentropy;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.EventId;

/** The ids of an id list, left in the message they came in. */
final class IdList {
  private final byte[] message;
  private final int offset;
  private final int size;

  /** The caller has checked that the ids are inside the message. */
  IdList(byte[] message, int offset, int size) {
    this.message = message;
    this.offset = offset;
    this.size = size;
  }

  int size() {
    return size;
  }

  EventId id(int index) {
    return EventId.of(message, offset + index * Bytes32.BYTES);
  }
}
