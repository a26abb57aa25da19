package dev.graspd.core.nostr;

/**
 * The id of an event, the SHA-256 of its canonical form. Ordered as bytes: on equal times the
 * lowest wins.
 */
public final class EventId extends Bytes32 implements Comparable<EventId> {
  private EventId(CharSequence hex) {
    super(hex);
  }

  private EventId(byte[] bytes, int offset) {
    super(bytes, offset);
  }

  private EventId(long a, long b, long c, long d) {
    super(a, b, c, d);
  }

  /**
   * Parses 64 lower-case hex digits.
   *
   * @throws IllegalArgumentException if the text is anything else
   */
  public static EventId parse(CharSequence hex) {
    return new EventId(hex);
  }

  /** Reads 32 bytes at the offset. */
  public static EventId of(byte[] bytes, int offset) {
    return new EventId(bytes, offset);
  }

  /** Builds one from its four big-endian words. */
  public static EventId ofWords(long a, long b, long c, long d) {
    return new EventId(a, b, c, d);
  }

  @Override
  public int compareTo(EventId that) {
    return compareWords(that);
  }
}
