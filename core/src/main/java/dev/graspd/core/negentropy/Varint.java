package dev.graspd.core.negentropy;

/** Numbers in base 128, the most significant group first, the high bit set on all but the last. */
final class Varint {
  /** What 64 bits can take: nine groups of seven and one of a single bit. */
  static final int BYTES_MAX = 10;

  private Varint() {}

  /** Writes the unsigned number at the offset and returns the offset behind it. */
  static int write(long value, byte[] target, int offset) {
    int end = offset + length(value);
    long rest = value;
    for (int i = end - 1; i >= offset; i--) {
      target[i] = (byte) ((rest & 0x7f) | (i == end - 1 ? 0 : 0x80));
      rest >>>= 7;
    }
    return end;
  }

  private static int length(long value) {
    int bits = Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(value));
    return (bits + 6) / 7;
  }
}
