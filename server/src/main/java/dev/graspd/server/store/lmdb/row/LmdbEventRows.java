package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.row.EventRows;
import dev.graspd.core.store.row.IndexedEvent;
import dev.graspd.core.store.row.Life;
import dev.graspd.core.store.row.LogEntry;
import dev.graspd.core.store.row.StoredEvent;
import dev.graspd.server.store.lmdb.table.EventRecord;
import dev.graspd.server.store.lmdb.table.IdEntry;
import dev.graspd.server.store.lmdb.table.IndexKeys;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.Keys.AddressRole;
import dev.graspd.server.store.lmdb.table.Row;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;

/** The rows of events: {@link IndexKeys} lists those of one event. */
record LmdbEventRows(WriteSession session) implements EventRows {
  @Override
  public @Nullable LogEntry find(EventId id) {
    Keys.putBytes32(session.key(), id);
    ByteBuffer value = session.get(Table.ID);
    return value == null ? null : IdEntry.readEntry(value);
  }

  @Override
  public StoredEvent present(long seq) {
    session.key().putLong(seq);
    ByteBuffer value = session.get(Table.EVENTS);
    if (value == null) {
      throw new IllegalStateException("the store is damaged: no event " + seq);
    }
    return new EventRecord(value);
  }

  @Override
  public @Nullable IndexedEvent servedVersion(Address address) {
    Keys.putAddress(session.key(), address, AddressRole.SERVED_VERSION);
    Cursor<ByteBuffer> found = session.firstWithPrefix(Table.ADDRESS);
    return found == null ? null : Row.readIndexed(found.key(), found.val());
  }

  @Override
  public @Nullable IndexedEvent heldVersion(Address address, long createdAtMax) {
    ByteBuffer key = Keys.putAddress(session.key(), address, AddressRole.HELD_VERSION);
    int prefixBytes = key.position();
    key.putLong(Keys.invert(createdAtMax));
    Cursor<ByteBuffer> found = session.firstFrom(Table.ADDRESS, prefixBytes);
    return found == null ? null : Row.readIndexed(found.key(), found.val());
  }

  @Override
  public @Nullable IndexedEvent newestOf(
      PublicKey author, Group group, long createdAtMax, EventId except) {
    Table index = indexOf(group);
    ByteBuffer key = Keys.putBytes32(session.key(), author);
    int prefixBytes = key.position();
    key.putLong(Keys.invert(createdAtMax));
    Cursor<ByteBuffer> found = session.firstFrom(index, prefixBytes);
    while (found != null) {
      IndexedEvent row = Row.readIndexed(found.key(), found.val());
      if (!row.id().equals(except)) {
        return row;
      }
      found = session.nextWithin(index, prefixBytes);
    }
    return null;
  }

  private static Table indexOf(Group group) {
    return switch (group) {
      case SERVED -> Table.AUTHOR;
      case HELD -> Table.HELD;
      case ASIDE -> Table.ASIDE;
    };
  }

  @Override
  public OptionalLong firstDue(long nowSeconds) {
    Cursor<ByteBuffer> first = session.first(Table.EXPIRY);
    return first == null || first.key().getLong(0) > nowSeconds
        ? OptionalLong.empty()
        : OptionalLong.of(first.key().getLong(Long.BYTES));
  }

  @Override
  public void put(Event event, LogEntry entry, long due) {
    // A dormant deletion is due before it expires; all others when they expire.
    long expiration = entry.life() == Life.DORMANT ? event.expiration().orElse(NEVER) : due;
    putRecord(event, entry, due);
    putId(event, new IdEntry(entry.life(), event.createdAt(), entry.seq(), expiration));
    ByteBuffer value = session.value(2 * Long.BYTES);
    Row.writeValue(value, entry.seq(), expiration);
    value.flip();
    IndexKeys.forEach(event, entry.life(), session::key, table -> session.put(table, value));
    if (due != NEVER) {
      putExpiryKey(due, entry.seq());
      session.put(Table.EXPIRY, session.value(0).flip());
    }
    if (entry.life().isHere()) {
      session.logged(entry.life().record(entry.seq(), event));
    }
  }

  private void putRecord(Event event, LogEntry entry, long due) {
    ByteBuffer value = session.value(EventRecord.length(event));
    EventRecord.write(value, event, entry.life(), due);
    session.key().putLong(entry.seq());
    session.putLast(Table.EVENTS, value.flip());
  }

  private void putId(Event event, IdEntry entry) {
    ByteBuffer value = session.value(32);
    entry.write(value);
    Keys.putBytes32(session.key(), event.id());
    session.put(Table.ID, value.flip());
  }

  private void putExpiryKey(long due, long seq) {
    session.key().putLong(due).putLong(seq);
  }

  @Override
  public void delete(Event event, LogEntry entry, long due) {
    session.key().putLong(entry.seq());
    session.delete(Table.EVENTS);
    Keys.putBytes32(session.key(), event.id());
    session.delete(Table.ID);
    IndexKeys.forEach(event, entry.life(), session::key, session::delete);
    if (due != NEVER) {
      putExpiryKey(due, entry.seq());
      session.delete(Table.EXPIRY);
    }
    session.unlogged(entry.seq());
  }
}
