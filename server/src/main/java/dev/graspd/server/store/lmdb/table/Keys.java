package dev.graspd.server.store.lmdb.table;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** How keys are written and read. */
public final class Keys {
  public static final int KEY_BYTES_MAX = 511;

  /** The bytes at the end of every index key: inverted created_at and id. */
  public static final int SUFFIX_BYTES = Long.BYTES + Bytes32.BYTES;

  /** Longer texts are indexed by their hash, because the key would not fit. */
  static final int TEXT_BYTES_MAX = 400;

  private static final int HEX_TEXT = 0xFFFE;
  private static final int HASHED_TEXT = 0xFFFF;
  private static final int ID_HEX_DIGITS = 2 * Bytes32.BYTES;

  /** The kinds of rows in {@link Table#ADDRESS}. The codes are on disk. */
  public enum AddressRole {
    SERVED_VERSION(0),
    OTHER_IDENTIFIER(1),
    HELD_VERSION(2);

    private final int code;

    AddressRole(int code) {
      this.code = code;
    }
  }

  private Keys() {}

  public static long invert(long createdAt) {
    return Long.MAX_VALUE - createdAt;
  }

  public static ByteBuffer putBytes32(ByteBuffer out, Bytes32 value) {
    return out.putLong(value.word(0))
        .putLong(value.word(1))
        .putLong(value.word(2))
        .putLong(value.word(3));
  }

  public static EventId eventId(ByteBuffer in, int at) {
    return EventId.ofWords(
        in.getLong(at), in.getLong(at + 8), in.getLong(at + 16), in.getLong(at + 24));
  }

  public static PublicKey publicKey(ByteBuffer in, int at) {
    return PublicKey.ofWords(
        in.getLong(at), in.getLong(at + 8), in.getLong(at + 16), in.getLong(at + 24));
  }

  public static ByteBuffer putSuffix(ByteBuffer out, long createdAt, EventId id) {
    return putBytes32(out.putLong(invert(createdAt)), id);
  }

  public static ByteBuffer putKind(ByteBuffer out, int kind) {
    return out.putShort((short) kind);
  }

  /**
   * Writes a text so that no text is a prefix of another: a 16-bit length and the UTF-8 bytes; 32
   * bytes after a mark for the many values that are ids in hex; the SHA-256 after another mark if
   * it is too long.
   */
  static ByteBuffer putText(ByteBuffer out, String text) {
    int start = out.position();
    if (text.length() == ID_HEX_DIGITS && HexWords.put(out.putShort((short) HEX_TEXT), text)) {
      return out;
    }
    out.position(start);
    byte[] bytes = text.getBytes(UTF_8);
    return bytes.length <= TEXT_BYTES_MAX
        ? out.putShort((short) bytes.length).put(bytes)
        : out.putShort((short) HASHED_TEXT).put(sha256(bytes));
  }

  /** Returns whether the key holds only a hash of this text. */
  public static boolean isHashed(String text) {
    return text.length() > TEXT_BYTES_MAX
        || (text.length() > TEXT_BYTES_MAX / 3 && text.getBytes(UTF_8).length > TEXT_BYTES_MAX);
  }

  public static ByteBuffer putTag(ByteBuffer out, char letter, String value) {
    return putText(out.put((byte) letter), value);
  }

  /** Writes a host so that the hosts are in the order of their text. */
  public static ByteBuffer putHost(ByteBuffer out, String host) {
    return out.put(host.getBytes(US_ASCII)).put((byte) 0);
  }

  /** Reads the host of a key that {@link #putHost} and {@link #putSuffix} wrote. */
  public static String host(ByteBuffer key) {
    byte[] host = new byte[key.limit() - SUFFIX_BYTES - 1];
    key.get(0, host);
    return new String(host, US_ASCII);
  }

  public static ByteBuffer putAddress(ByteBuffer out, Address address) {
    return putText(
        putKind(putBytes32(out, address.author()), address.kind()), address.identifier());
  }

  public static ByteBuffer putAddress(ByteBuffer out, Address address, AddressRole role) {
    return putAddress(out, address).put((byte) role.code);
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
