package dev.graspd.core.negentropy;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.List;

/** An item set that looks at everything each time, written from the protocol's text alone. */
record ModelItems(List<Item> items) implements ItemSet {
  static ModelItems of(Collection<Item> sorted) {
    return new ModelItems(List.copyOf(sorted));
  }

  @Override
  public int size() {
    return items.size();
  }

  @Override
  public Item item(int index) {
    return items.get(index);
  }

  @Override
  public int lowerBound(Bound bound) {
    return (int) items.stream().filter(item -> Bound.before(item).compareTo(bound) < 0).count();
  }

  @Override
  public Fingerprint fingerprint(int from, int to) {
    BigInteger sum = BigInteger.ZERO;
    for (Item item : items.subList(from, to)) {
      sum = sum.add(new BigInteger(1, reversed(item.id().bytes())));
    }
    byte[] littleEndian = reversed(padded(sum.mod(BigInteger.ONE.shiftLeft(256))));
    ByteBuffer digest = ByteBuffer.wrap(sha256(littleEndian, varint(to - from)));
    return new Fingerprint(digest.getLong(), digest.getLong());
  }

  private static byte[] varint(int count) {
    if (count < 128) {
      return new byte[] {(byte) count};
    }
    if (count < 128 * 128) {
      return new byte[] {(byte) (0x80 | count / 128), (byte) (count % 128)};
    }
    throw new IllegalArgumentException("the model is for small sets");
  }

  private static byte[] padded(BigInteger number) {
    byte[] bytes = new byte[32];
    byte[] digits = number.toByteArray();
    for (int i = 0; i < Math.min(32, digits.length); i++) {
      bytes[31 - i] = digits[digits.length - 1 - i];
    }
    return bytes;
  }

  private static byte[] reversed(byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[i] = bytes[bytes.length - 1 - i];
    }
    return reversed;
  }

  private static byte[] sha256(byte[] sum, byte[] count) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(sum);
      return digest.digest(count);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
