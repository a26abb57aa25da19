package dev.graspd.core.nostr;

import dev.graspd.core.nostr.text.Hex;
import java.util.Arrays;

/** A BIP-340 signature: 64 bytes. */
public final class Signature {
  public static final int BYTES = 64;

  private final byte[] bytes;

  private Signature(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException("a signature has 64 bytes");
    }
    this.bytes = bytes;
  }

  /**
   * Parses 128 lower-case hex digits.
   *
   * @throws IllegalArgumentException if the text is anything else
   */
  public static Signature parse(CharSequence hex) {
    return new Signature(Hex.decode(hex));
  }

  public static Signature of(byte[] bytes) {
    return new Signature(bytes.clone());
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  /** Writes the 128 hex digits as ASCII into the target. */
  void hexTo(byte[] target, int offset) {
    Hex.put(bytes, target, offset);
  }

  public String hex() {
    return Hex.encode(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Signature that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return hex();
  }
}
