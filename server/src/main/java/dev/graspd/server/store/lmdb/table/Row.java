package dev.graspd.server.store.lmdb.table;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.row.IndexedEvent;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One row of an index: enough to order, count and reconcile events without reading them. */
public record Row(long createdAt, EventId id, long seq, long expiration)
    implements Comparable<Row> {
  /** Reads a row; the prefix is whatever stands before the last 40 bytes of the key. */
  public static Row read(ByteBuffer key, ByteBuffer value) {
    int suffixAt = key.limit() - Keys.SUFFIX_BYTES;
    return new Row(
        Keys.invert(key.getLong(suffixAt)),
        Keys.eventId(key, suffixAt + Long.BYTES),
        value.getLong(0),
        value.limit() > Long.BYTES ? value.getLong(Long.BYTES) : EventRecord.NEVER);
  }

  /** Reads only what the rules of the store need. */
  public static IndexedEvent readIndexed(ByteBuffer key, ByteBuffer value) {
    int suffixAt = key.limit() - Keys.SUFFIX_BYTES;
    return new IndexedEvent(
        Keys.invert(key.getLong(suffixAt)),
        Keys.eventId(key, suffixAt + Long.BYTES),
        value.getLong(0));
  }

  public static void writeValue(ByteBuffer out, long seq, long expiration) {
    out.putLong(seq);
    if (expiration != EventRecord.NEVER) {
      out.putLong(expiration);
    }
  }

  public boolean isSameEvent(@Nullable Row that) {
    return that != null && createdAt == that.createdAt && id.equals(that.id);
  }

  /** Newest first, ties lowest id first. */
  @Override
  public int compareTo(Row that) {
    int order = Long.compare(that.createdAt, createdAt);
    return order != 0 ? order : id.compareTo(that.id);
  }
}
