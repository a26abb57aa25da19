package dev.graspd.core.negentropy;

/**
 * A sum of ids modulo 2^256, each id read as a little-endian number. Sums can be subtracted, so a
 * range costs as much as its two ends.
 */
final class IdSum {
  /** How many words one sum takes in an array of sums. */
  static final int WORDS = 4;

  /** Little-endian limbs. */
  private long a;

  private long b;
  private long c;
  private long d;

  /** Adds an id given by its four big-endian words, as {@code Bytes32} holds them. */
  void addId(long[] words, int offset) {
    add(
        Long.reverseBytes(words[offset]),
        Long.reverseBytes(words[offset + 1]),
        Long.reverseBytes(words[offset + 2]),
        Long.reverseBytes(words[offset + 3]));
  }

  /** Takes an id away that was added before. */
  void subtractId(long[] words, int offset) {
    subtract(
        Long.reverseBytes(words[offset]),
        Long.reverseBytes(words[offset + 1]),
        Long.reverseBytes(words[offset + 2]),
        Long.reverseBytes(words[offset + 3]));
  }

  void add(IdSum that) {
    add(that.a, that.b, that.c, that.d);
  }

  void subtract(IdSum that) {
    subtract(that.a, that.b, that.c, that.d);
  }

  /** Adds a sum that {@link #copyTo} wrote. */
  void addSum(long[] sums, int offset) {
    add(sums[offset], sums[offset + 1], sums[offset + 2], sums[offset + 3]);
  }

  void copyTo(long[] sums, int offset) {
    sums[offset] = a;
    sums[offset + 1] = b;
    sums[offset + 2] = c;
    sums[offset + 3] = d;
  }

  /** One of the four limbs, the least significant first. */
  long limb(int index) {
    return switch (index) {
      case 0 -> a;
      case 1 -> b;
      case 2 -> c;
      case 3 -> d;
      default -> throw new IndexOutOfBoundsException(index);
    };
  }

  private void add(long e, long f, long g, long h) {
    a += e;
    long carry = carry(a, e);
    long bf = b + f;
    b = bf + carry;
    carry = carry(bf, f) | carry(b, carry);
    long cg = c + g;
    c = cg + carry;
    carry = carry(cg, g) | carry(c, carry);
    d += h + carry;
  }

  /** Adds the two's complement, which is the same modulo 2^256. */
  private void subtract(long e, long f, long g, long h) {
    long low = -e;
    long carry = e == 0 ? 1 : 0;
    long second = ~f + carry;
    carry = f == 0 ? carry : 0;
    long third = ~g + carry;
    carry = g == 0 ? carry : 0;
    add(low, second, third, ~h + carry);
  }

  private static long carry(long sum, long addend) {
    return Long.compareUnsigned(sum, addend) < 0 ? 1 : 0;
  }
}
