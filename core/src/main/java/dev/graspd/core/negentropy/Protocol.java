package dev.graspd.core.negentropy;

/** The numbers of the protocol that both roles share. */
final class Protocol {
  /** The first byte of a message: version 1. */
  static final int VERSION_1 = 0x61;

  /** The lowest of the sixteen bytes that can begin a message. */
  static final int VERSION_0 = 0x60;

  /** Into how many parts a range that differs is cut. */
  static final int BUCKETS = 16;

  /** From this many items on a range is cut; below, its ids are listed. */
  static final int SPLIT_ITEMS_MIN = 2 * BUCKETS;

  private static final int VERSION_LAST = 0x6f;

  private Protocol() {}

  static boolean isVersion(int firstByte) {
    return firstByte >= VERSION_0 && firstByte <= VERSION_LAST;
  }
}
