package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.UnwantedEvent.Why;
import dev.graspd.core.store.row.UnwantedRows;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;

/** The rows of unwanted events, each with a row for its age. */
public record LmdbUnwantedRows(WriteSession session) implements UnwantedRows {
  private static final int VALUE_BYTES = 59;

  @Override
  public @Nullable UnwantedEvent find(EventId id) {
    if (session.isEmpty(Table.UNWANTED)) {
      return null;
    }
    Keys.putBytes32(session.key(), id);
    ByteBuffer value = session.get(Table.UNWANTED);
    return value == null ? null : read(id, value);
  }

  @Override
  public void put(UnwantedEvent row) {
    ByteBuffer value = session.value(VALUE_BYTES);
    write(value, row);
    Keys.putBytes32(session.key(), row.id());
    session.put(Table.UNWANTED, value.flip());
    putAgeKey(session.key(), row);
    session.put(agesOf(row.why()), session.value(0).flip());
  }

  @Override
  public void delete(UnwantedEvent row) {
    putAgeKey(session.key(), row);
    session.delete(agesOf(row.why()));
    Keys.putBytes32(session.key(), row.id());
    session.delete(Table.UNWANTED);
  }

  @Override
  public @Nullable UnwantedEvent oldest(boolean refused) {
    Cursor<ByteBuffer> first = session.first(agesOf(refused));
    if (first == null) {
      return null;
    }
    EventId id = Keys.eventId(first.key(), Long.BYTES);
    UnwantedEvent row = find(id);
    if (row == null) {
      throw new IllegalStateException("the store is damaged: no unwanted event " + id);
    }
    return row;
  }

  @Override
  public long count(boolean refused) {
    return session.entries(agesOf(refused));
  }

  public static Table agesOf(Why why) {
    return agesOf(why.isRefusal());
  }

  private static Table agesOf(boolean refused) {
    return refused ? Table.UNWANTED_REFUSED : Table.UNWANTED_REMOVED;
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
