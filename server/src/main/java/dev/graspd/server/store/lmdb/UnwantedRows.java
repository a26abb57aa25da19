package dev.graspd.server.store.lmdb;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.Unwanted;
import dev.graspd.core.store.Unwanted.Why;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;

/** The rows of what sync need not bring, in one write transaction; the oldest make room. */
final class UnwantedRows {
  private static final int VALUE_BYTES = 59;

  private final WriteSession session;
  private final int kept;

  UnwantedRows(WriteSession session, int kept) {
    this.session = session;
    this.kept = kept;
  }

  /** Puts a row, in place of what was remembered of the same id. */
  void put(Unwanted row) {
    forget(row.id());
    ByteBuffer value = session.value(VALUE_BYTES);
    write(value, row);
    Keys.putBytes32(session.key(), row.id());
    session.put(Table.UNWANTED, value.flip());
    Table ages = agesOf(row.why());
    putAgeKey(session.key(), row);
    session.put(ages, session.value(0).flip());
    trim(ages, row.sinceSeconds());
  }

  boolean forget(EventId id) {
    Unwanted row = find(id);
    if (row == null) {
      return false;
    }
    putAgeKey(session.key(), row);
    session.delete(agesOf(row.why()));
    Keys.putBytes32(session.key(), id);
    return session.delete(Table.UNWANTED);
  }

  private @Nullable Unwanted find(EventId id) {
    if (session.isEmpty(Table.UNWANTED)) {
      return null;
    }
    Keys.putBytes32(session.key(), id);
    ByteBuffer value = session.get(Table.UNWANTED);
    return value == null ? null : read(id, value);
  }

  private void trim(Table ages, long nowSeconds) {
    EventId oldest = oldest(ages);
    while (oldest != null && (session.entries(ages) > kept || isOver(oldest, nowSeconds))) {
      forget(oldest);
      oldest = oldest(ages);
    }
  }

  private @Nullable EventId oldest(Table ages) {
    Cursor<ByteBuffer> first = session.first(ages);
    return first == null ? null : Keys.eventId(first.key(), Long.BYTES);
  }

  private boolean isOver(EventId id, long nowSeconds) {
    Unwanted row = find(id);
    return row != null && row.isOverAt(nowSeconds);
  }

  static Table agesOf(Why why) {
    return why.isRefusal() ? Table.UNWANTED_REFUSED : Table.UNWANTED_REMOVED;
  }

  static ByteBuffer putAgeKey(ByteBuffer out, Unwanted row) {
    return Keys.putBytes32(out.putLong(row.sinceSeconds()), row.id());
  }

  private static void write(ByteBuffer out, Unwanted row) {
    Keys.putKind(out.put((byte) row.why().code()), row.kind())
        .putLong(row.createdAt())
        .putLong(row.sinceSeconds())
        .putLong(row.untilSeconds());
    Keys.putBytes32(out, row.author());
  }

  static Unwanted read(EventId id, ByteBuffer value) {
    return new Unwanted(
        id,
        Keys.publicKey(value, 27),
        value.getLong(3),
        value.getShort(1) & 0xFFFF,
        Why.ofCode(value.get(0)),
        value.getLong(11),
        value.getLong(19));
  }
}
