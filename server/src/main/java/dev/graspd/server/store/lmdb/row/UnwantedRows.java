package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.UnwantedEvent.Why;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;

/** The rows of unwanted events, in one write transaction; the oldest are dropped. */
public record UnwantedRows(WriteSession session, int kept) {
  private static final int VALUE_BYTES = 59;

  /** Puts a row, in place of an older one of the same id. */
  public void put(UnwantedEvent row) {
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

  public boolean forget(EventId id) {
    UnwantedEvent row = find(id);
    if (row == null) {
      return false;
    }
    putAgeKey(session.key(), row);
    session.delete(agesOf(row.why()));
    Keys.putBytes32(session.key(), id);
    return session.delete(Table.UNWANTED);
  }

  private @Nullable UnwantedEvent find(EventId id) {
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
    UnwantedEvent row = find(id);
    return row != null && row.isOverAt(nowSeconds);
  }

  public static Table agesOf(Why why) {
    return why.isRefusal() ? Table.UNWANTED_REFUSED : Table.UNWANTED_REMOVED;
  }

  public static ByteBuffer putAgeKey(ByteBuffer out, UnwantedEvent row) {
    return Keys.putBytes32(out.putLong(row.sinceSeconds()), row.id());
  }

  private static void write(ByteBuffer out, UnwantedEvent row) {
    Keys.putKind(out.put((byte) row.why().code()), row.kind())
        .putLong(row.createdAt())
        .putLong(row.sinceSeconds())
        .putLong(row.untilSeconds());
    Keys.putBytes32(out, row.author());
  }

  public static UnwantedEvent read(EventId id, ByteBuffer value) {
    return new UnwantedEvent(
        id,
        Keys.publicKey(value, 27),
        value.getLong(3),
        value.getShort(1) & 0xFFFF,
        Why.ofCode(value.get(0)),
        value.getLong(11),
        value.getLong(19));
  }
}
