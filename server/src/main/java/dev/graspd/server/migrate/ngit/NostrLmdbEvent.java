package dev.graspd.server.migrate.ngit;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads an event as nostr-lmdb stores it: a FlatBuffers table of id, pubkey, created_at, kind,
 * tags, content and sig. Id and signature are not verified. Parts that share bytes, which no writer
 * makes and which would multiply a small record, are damage.
 */
public final class NostrLmdbEvent {
  private static final int ID = 0;
  private static final int AUTHOR = 1;
  private static final int CREATED_AT = 2;
  private static final int KIND = 3;
  private static final int TAGS = 4;
  private static final int CONTENT = 5;
  private static final int SIGNATURE = 6;
  private static final int KEY_BYTES = 32;

  private final ByteBuffer bytes;
  private int budget;

  private NostrLmdbEvent(byte[] record) {
    this.bytes = ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN);
    this.budget = record.length;
  }

  /** Returns the event of a record; empty if the record is damaged. */
  public static Optional<Event> decode(byte[] record) {
    try {
      return Optional.of(new NostrLmdbEvent(record).event());
    } catch (DamagedException | IndexOutOfBoundsException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Not to be told apart: a damaged record is named by its key, not by its fault. */
  private static final class DamagedException extends Exception {
    private static final long serialVersionUID = 1L;

    DamagedException(String message) {
      super(message);
    }
  }

  private Event event() throws DamagedException {
    int table = target(0);
    long kind = number(table, KIND);
    long createdAt = number(table, CREATED_AT);
    if (kind < 0 || kind > Kinds.MAX) {
      throw new DamagedException("kind");
    }
    byte[] id = fixed(table, ID, KEY_BYTES);
    byte[] author = fixed(table, AUTHOR, KEY_BYTES);
    UnsignedEvent body =
        new UnsignedEvent(
            PublicKey.of(author, 0),
            createdAt,
            (int) kind,
            tags(target(field(table, TAGS))),
            string(target(field(table, CONTENT))));
    return body.signed(EventId.of(id, 0), Signature.of(fixed(table, SIGNATURE, Signature.BYTES)));
  }

  private List<Tag> tags(int vector) throws DamagedException {
    int count = count(vector);
    List<Tag> tags = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int table = target(vector + 4 + 4 * i);
      tags.add(new Tag(strings(target(field(table, 0)))));
    }
    return tags;
  }

  private List<String> strings(int vector) throws DamagedException {
    int count = count(vector);
    List<String> strings = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      strings.add(string(target(vector + 4 + 4 * i)));
    }
    return strings;
  }

  /** Elements of a vector have four bytes each; none may be counted twice. */
  private int count(int vector) throws DamagedException {
    int count = bytes.getInt(vector);
    if (count < 0 || count > (bytes.limit() - vector) / 4) {
      throw new DamagedException("length of a vector");
    }
    spend(4 * count + 4);
    return count;
  }

  private String string(int at) throws DamagedException {
    int length = bytes.getInt(at);
    if (length < 0 || length > bytes.limit() - at - 4) {
      throw new DamagedException("length of a string");
    }
    spend(length + 4);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.slice(at + 4, length)).toString();
    } catch (CharacterCodingException e) {
      throw new DamagedException("not UTF-8");
    }
  }

  private void spend(int amount) throws DamagedException {
    budget -= amount;
    if (budget < 0) {
      throw new DamagedException("parts share bytes");
    }
  }

  /** A number that is zero is not written. */
  private long number(int table, int number) throws DamagedException {
    int place = place(table, number);
    return place == table ? 0 : bytes.getLong(place);
  }

  private byte[] fixed(int table, int number, int length) throws DamagedException {
    byte[] value = new byte[length];
    bytes.get(field(table, number), value);
    return value;
  }

  /** Follows an offset, which always leads forward. */
  private int target(int at) throws DamagedException {
    int offset = bytes.getInt(at);
    if (offset <= 0 || offset > bytes.limit() - at) {
      throw new DamagedException("offset");
    }
    return at + offset;
  }

  /** Returns where a field of a table is. */
  private int field(int table, int number) throws DamagedException {
    int place = place(table, number);
    if (place == table) {
      throw new DamagedException("missing field");
    }
    return place;
  }

  /** Returns where a field of a table is; the table itself if it has no such field. */
  private int place(int table, int number) throws DamagedException {
    long vtable = (long) table - bytes.getInt(table);
    if (vtable < 0 || vtable > bytes.limit() - 4) {
      throw new DamagedException("vtable");
    }
    int entry = 4 + 2 * number;
    return entry + 2 > Short.toUnsignedInt(bytes.getShort((int) vtable))
        ? table
        : table + Short.toUnsignedInt(bytes.getShort((int) vtable + entry));
  }
}
