package dev.graspd.core.nostr;

import dev.graspd.core.nostr.text.Hex;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Thirty-two bytes as four big-endian words: compact, immutable, and ordered like the bytes
 * themselves (unsigned).
 */
public abstract sealed class Bytes32 permits EventId, PublicKey {
  /** How many bytes one value has. */
  public static final int BYTES = 32;

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final long a;
  private final long b;
  private final long c;
  private final long d;

  Bytes32(long a, long b, long c, long d) {
    this.a = a;
    this.b = b;
    this.c = c;
    this.d = d;
  }

  Bytes32(byte[] bytes, int offset) {
    this(
        word(bytes, offset),
        word(bytes, offset + 8),
        word(bytes, offset + 16),
        word(bytes, offset + 24));
  }

  Bytes32(CharSequence hex) {
    if (hex.length() != 2 * BYTES) {
      throw new IllegalArgumentException("not 64 lower-case hex digits");
    }
    this.a = Hex.word(hex, 0);
    this.b = Hex.word(hex, 16);
    this.c = Hex.word(hex, 32);
    this.d = Hex.word(hex, 48);
  }

  /** Returns one of the four big-endian words, the most significant first. */
  public final long word(int index) {
    return switch (index) {
      case 0 -> a;
      case 1 -> b;
      case 2 -> c;
      case 3 -> d;
      default -> throw new IndexOutOfBoundsException(index);
    };
  }

  /** Returns a fresh array with the bytes. */
  public final byte[] bytes() {
    byte[] bytes = new byte[BYTES];
    copyTo(bytes, 0);
    return bytes;
  }

  /** Copies the 32 bytes into the target. */
  public final void copyTo(byte[] target, int offset) {
    WORD.set(target, offset, a);
    WORD.set(target, offset + 8, b);
    WORD.set(target, offset + 16, c);
    WORD.set(target, offset + 24, d);
  }

  /** Writes the 64 hex digits as ASCII into the target. */
  final void hexTo(byte[] target, int offset) {
    Hex.putWord(a, target, offset);
    Hex.putWord(b, target, offset + 16);
    Hex.putWord(c, target, offset + 32);
    Hex.putWord(d, target, offset + 48);
  }

  /** Returns the 64 lower-case hex digits. */
  public final String hex() {
    return Hex.encode(bytes());
  }

  @Override
  public final String toString() {
    return hex();
  }

  @Override
  public final int hashCode() {
    // The values are hashes or curve points already; folding a word is enough of a hash.
    return Long.hashCode(a ^ Long.rotateLeft(d, 17));
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof Bytes32 that
        && getClass() == that.getClass()
        && a == that.a
        && b == that.b
        && c == that.c
        && d == that.d;
  }

  final int compareWords(Bytes32 that) {
    int order = Long.compareUnsigned(a, that.a);
    if (order == 0) {
      order = Long.compareUnsigned(b, that.b);
    }
    if (order == 0) {
      order = Long.compareUnsigned(c, that.c);
    }
    return order != 0 ? order : Long.compareUnsigned(d, that.d);
  }

  private static long word(byte[] bytes, int offset) {
    return (long) WORD.get(bytes, offset);
  }
}
