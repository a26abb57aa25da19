package dev.graspd.core.negentropy;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.EventId;

/** The ids of an id list, left in their message. The caller has checked that they are inside it. */
record IdList(byte[] message, int offset, int size) {
  EventId id(int index) {
    return EventId.of(message, offset + index * Bytes32.BYTES);
  }
}
