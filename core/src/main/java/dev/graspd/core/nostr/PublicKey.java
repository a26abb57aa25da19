package dev.graspd.core.nostr;

/** An x-only secp256k1 public key (BIP-340), the author of events. */
public final class PublicKey extends Bytes32 implements Comparable<PublicKey> {
  private PublicKey(CharSequence hex) {
    super(hex);
  }

  private PublicKey(byte[] bytes, int offset) {
    super(bytes, offset);
  }

  private PublicKey(long a, long b, long c, long d) {
    super(a, b, c, d);
  }

  /**
   * Parses 64 lower-case hex digits.
   *
   * @throws IllegalArgumentException if the text is anything else
   */
  public static PublicKey parse(CharSequence hex) {
    return new PublicKey(hex);
  }

  /** Reads 32 bytes at the offset. */
  public static PublicKey of(byte[] bytes, int offset) {
    return new PublicKey(bytes, offset);
  }

  /** Builds one from its four big-endian words. */
  public static PublicKey ofWords(long a, long b, long c, long d) {
    return new PublicKey(a, b, c, d);
  }

  @Override
  public int compareTo(PublicKey that) {
    return compareWords(that);
  }
}
