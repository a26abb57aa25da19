package dev.graspd.core.negentropy;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.EventId;
import java.util.Arrays;

/** Builds one message. Times are written as distances, so the writer remembers the last one. */
final class MessageWriter {
  private static final int FIRST_BYTES = 512;

  /** A place to return to. */
  record Mark(int length, long createdAt) {}

  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;
  private long createdAt;

  /** A message with nothing but the version. */
  MessageWriter() {
    bytes[length++] = Protocol.VERSION_1;
  }

  int length() {
    return length;
  }

  Message message() {
    return Message.owning(Arrays.copyOf(bytes, length));
  }

  Mark mark() {
    return new Mark(length, createdAt);
  }

  /** Forgets what was written since. */
  void returnTo(Mark mark) {
    length = mark.length();
    createdAt = mark.createdAt();
  }

  void skip(Bound upper) {
    begin(upper, Range.SKIP);
  }

  void fingerprint(Bound upper, Fingerprint fingerprint) {
    begin(upper, Range.FINGERPRINT);
    word(fingerprint.high());
    word(fingerprint.low());
  }

  /** Lists the ids of the items between two indexes. */
  void ids(Bound upper, ItemSet items, int from, int to) {
    begin(upper, Range.ID_LIST);
    varint(to - from);
    reserve((to - from) * Bytes32.BYTES);
    for (int i = from; i < to; i++) {
      id(items.item(i).id());
    }
  }

  private void begin(Bound upper, int mode) {
    varint(upper.isInfinite() ? 0 : upper.createdAt() - createdAt + 1);
    createdAt = upper.createdAt();
    varint(upper.prefixBytes());
    reserve(Bytes32.BYTES);
    upper.id().copyTo(bytes, length);
    length += upper.prefixBytes();
    varint(mode);
  }

  private void id(EventId id) {
    id.copyTo(bytes, length);
    length += Bytes32.BYTES;
  }

  private void word(long word) {
    reserve(Long.BYTES);
    for (int i = Long.BYTES - 1; i >= 0; i--) {
      bytes[length++] = (byte) (word >>> (i * Byte.SIZE));
    }
  }

  private void varint(long value) {
    reserve(Varint.BYTES_MAX);
    length = Varint.write(value, bytes, length);
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
