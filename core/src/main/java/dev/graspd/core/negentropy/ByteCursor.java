package dev.graspd.core.negentropy;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.EventId;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Reads numbers and bytes of a stranger's message. The first failure sticks: from then on every
 * read gives zeros, so a caller reads a whole range and asks once.
 */
final class ByteCursor {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int FULL_VARINT_SHIFT = Long.SIZE - 7;

  private static final EventId NO_PREFIX = EventId.ofWords(0, 0, 0, 0);

  private final byte[] bytes;
  private int position;
  private @Nullable String failure;

  ByteCursor(byte[] bytes) {
    this.bytes = bytes;
  }

  int position() {
    return position;
  }

  int remaining() {
    return bytes.length - position;
  }

  @Nullable String failure() {
    return failure;
  }

  void fail(int at, String what) {
    if (failure == null) {
      failure = "byte " + at + ": " + what;
      position = bytes.length;
    }
  }

  int unsignedByte() {
    return require(1, "the message ends where a byte is expected") ? bytes[position++] & 0xff : 0;
  }

  long varint(String name) {
    int start = position;
    long value = 0;
    for (int i = 0; i < Varint.BYTES_MAX && position < bytes.length; i++) {
      byte group = bytes[position++];
      if (value >>> FULL_VARINT_SHIFT != 0) {
        break;
      }
      value = value << 7 | (group & 0x7f);
      if (group >= 0) {
        return value;
      }
    }
    fail(start, "the " + name + " is not a whole number of at most 64 bits");
    return 0;
  }

  long word() {
    if (!require(Long.BYTES, "the message ends inside a fingerprint")) {
      return 0;
    }
    long word = (long) WORD.get(bytes, position);
    position += Long.BYTES;
    return word;
  }

  /** Reads the first bytes of an id and fills it up with zeros. */
  EventId idPrefix(int length) {
    if (length == 0) {
      return NO_PREFIX;
    }
    byte[] padded = new byte[Bytes32.BYTES];
    if (require(length, "the message ends inside an id prefix")) {
      System.arraycopy(bytes, position, padded, 0, length);
      position += length;
    }
    return EventId.of(padded, 0);
  }

  /** Passes over ids without copying them; they stay readable through the message. */
  IdList ids(int count) {
    IdList ids = new IdList(bytes, position, count);
    position += count * Bytes32.BYTES;
    return ids;
  }

  private boolean require(int length, String otherwise) {
    if (remaining() < length) {
      fail(position, otherwise);
      return false;
    }
    return failure == null;
  }
}
