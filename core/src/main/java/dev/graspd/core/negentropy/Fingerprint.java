package dev.graspd.core.negentropy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The first 16 bytes of SHA-256 over the sum of the ids (little-endian) and their number as varint,
 * as two big-endian words.
 */
public record Fingerprint(long high, long low) {
  /** How many bytes one takes on the wire. */
  static final int BYTES = 16;

  /** The fingerprint of a range without items. */
  static final Fingerprint EMPTY = of(new IdSum(), 0);

  /** The fingerprint of a range with this sum and this many items. */
  static Fingerprint of(IdSum sum, int count) {
    ByteBuffer input = ByteBuffer.allocate(IdSum.WORDS * Long.BYTES + Varint.BYTES_MAX);
    input.order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < IdSum.WORDS; i++) {
      input.putLong(sum.limb(i));
    }
    int length = Varint.write(count, input.array(), input.position());
    return hash(input.array(), length);
  }

  /** The first 16 bytes of SHA-256 over the first bytes of an array. */
  static Fingerprint hash(byte[] input, int length) {
    MessageDigest sha256 = sha256();
    sha256.update(input, 0, length);
    ByteBuffer digest = ByteBuffer.wrap(sha256.digest());
    return new Fingerprint(digest.getLong(), digest.getLong());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
