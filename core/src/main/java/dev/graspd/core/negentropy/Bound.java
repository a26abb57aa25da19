package dev.graspd.core.negentropy;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.EventId;
import java.util.Arrays;

/**
 * The exclusive upper end of a range: a time and the first bytes of an id. Missing bytes count as
 * zero. Times are unsigned as on the wire, where the largest one means "no end".
 *
 * @param createdAt seconds, unsigned
 * @param id the prefix, filled up with zeros
 * @param prefixBytes how many bytes of the id are sent to the peer
 */
public record Bound(long createdAt, EventId id, int prefixBytes) {
  private static final long NO_END = -1L;
  private static final EventId ZERO_ID = EventId.ofWords(0, 0, 0, 0);

  /** Below every item. */
  static final Bound LOWEST = new Bound(0, ZERO_ID, 0);

  /** Above every item. */
  public static final Bound INFINITY = new Bound(NO_END, ZERO_ID, 0);

  /** The bound below the items of this second and above all earlier ones. */
  public static Bound startOf(long createdAt) {
    return createdAt <= 0 ? LOWEST : new Bound(createdAt, ZERO_ID, 0);
  }

  /** The bound whose range ends right before this item. */
  static Bound before(Item item) {
    return new Bound(item.createdAt(), item.id(), Bytes32.BYTES);
  }

  /** The shortest bound that separates two neighbours. */
  static Bound between(Item below, Item above) {
    if (below.createdAt() != above.createdAt()) {
      return new Bound(above.createdAt(), ZERO_ID, 0);
    }
    int prefixBytes = commonBytes(below.id(), above.id()) + 1;
    return new Bound(above.createdAt(), prefix(above.id(), prefixBytes), prefixBytes);
  }

  boolean isInfinite() {
    return createdAt == NO_END;
  }

  /** Compares like {@link Comparable}: negative if this bound is lower. */
  int compareTo(Bound that) {
    int order = Long.compareUnsigned(createdAt, that.createdAt);
    return order != 0 ? order : id.compareTo(that.id);
  }

  private static int commonBytes(EventId one, EventId other) {
    for (int i = 0; i < 4; i++) {
      long difference = one.word(i) ^ other.word(i);
      if (difference != 0) {
        return Long.BYTES * i + Long.numberOfLeadingZeros(difference) / Byte.SIZE;
      }
    }
    throw new IllegalArgumentException("the same item twice: " + one);
  }

  private static EventId prefix(EventId id, int bytes) {
    byte[] padded = id.bytes();
    Arrays.fill(padded, bytes, padded.length, (byte) 0);
    return EventId.of(padded, 0);
  }
}
