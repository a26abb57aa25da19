package dev.graspd.core.negentropy;

import dev.graspd.core.nostr.Bytes32;

/**
 * Reads a peer's message range by range and checks what it says: lengths and claimed counts against
 * the bytes that are left before anything is allocated, bounds against each other.
 */
final class MessageReader {
  /** The next part: a range, the end, or something that no peer should send. */
  sealed interface Next permits Range, End, Malformed {}

  /** The message was read completely. */
  record End() implements Next {}

  /** The message breaks the protocol. */
  record Malformed(String reason) implements Next {}

  private static final Next END = new End();

  private final ByteCursor cursor;
  private Bound previous = Bound.LOWEST;

  private MessageReader(ByteCursor cursor) {
    this.cursor = cursor;
  }

  /** The protocol version a message is in, or why it is in none. */
  sealed interface Opening {
    /** Ours; the ranges follow. */
    record Understood(MessageReader ranges) implements Opening {}

    /** A version of the protocol that we do not speak. */
    record OtherVersion(int version) implements Opening {}

    /** Not a message of this protocol. */
    record Unknown(String reason) implements Opening {}
  }

  static Opening open(Message message) {
    if (message.length() == 0) {
      return new Opening.Unknown("the message is empty");
    }
    ByteCursor cursor = new ByteCursor(message.bytes());
    int version = cursor.unsignedByte();
    if (version == Protocol.VERSION_1) {
      return new Opening.Understood(new MessageReader(cursor));
    }
    return Protocol.isVersion(version)
        ? new Opening.OtherVersion(version - Protocol.VERSION_0)
        : new Opening.Unknown("not a negentropy message: it begins with byte " + version);
  }

  Next next() {
    if (cursor.remaining() == 0) {
      return END;
    }
    Range range = range();
    String failure = cursor.failure();
    if (failure != null) {
      return new Malformed(failure);
    }
    previous = range.upper();
    return range;
  }

  private Range range() {
    Bound upper = bound();
    int start = cursor.position();
    long mode = cursor.varint("mode");
    if (mode == Range.FINGERPRINT) {
      return new Range.Summary(upper, new Fingerprint(cursor.word(), cursor.word()));
    }
    if (mode == Range.ID_LIST) {
      return new Range.Ids(upper, ids());
    }
    if (mode != Range.SKIP) {
      cursor.fail(start, "mode " + Long.toUnsignedString(mode) + " is none of 0, 1, 2");
    }
    return new Range.Skip(upper);
  }

  private Bound bound() {
    int start = cursor.position();
    long createdAt = createdAt();
    long prefixBytes = cursor.varint("prefix length");
    if (prefixBytes < 0 || prefixBytes > Bytes32.BYTES) {
      cursor.fail(start, "an id prefix has at most 32 bytes");
      return Bound.INFINITY;
    }
    Bound bound = new Bound(createdAt, cursor.idPrefix((int) prefixBytes), (int) prefixBytes);
    if (bound.isInfinite()) {
      return Bound.INFINITY;
    }
    if (bound.compareTo(previous) < 0) {
      cursor.fail(start, "the bound lies below the one before it");
    }
    return bound;
  }

  /** Zero is infinity; else one more than the distance to the bound before, never wrapping. */
  private long createdAt() {
    long encoded = cursor.varint("time of a bound");
    long createdAt = previous.createdAt() + encoded - 1;
    boolean wrapped = Long.compareUnsigned(createdAt, previous.createdAt()) < 0;
    return encoded == 0 || wrapped ? Bound.INFINITY.createdAt() : createdAt;
  }

  private IdList ids() {
    int start = cursor.position();
    long claimed = cursor.varint("number of ids");
    int present = cursor.remaining() / Bytes32.BYTES;
    if (Long.compareUnsigned(claimed, present) > 0) {
      cursor.fail(
          start,
          "%s ids are claimed, but there are bytes for %d"
              .formatted(Long.toUnsignedString(claimed), present));
      return cursor.ids(0);
    }
    return cursor.ids((int) claimed);
  }
}
