package dev.graspd.server.store.lmdb;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.Gone;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;
import org.lmdbjava.GetOp;
import org.lmdbjava.Txn;

/**
 * A read transaction with its cursors, renewed for each use: a small query would otherwise spend
 * most of its time on making them. A table that an older store does not have yet is an empty one.
 * Used by one thread at a time.
 */
final class ReadSession implements AutoCloseable {
  private final Tables tables;
  private final ReadSessions owner;
  private final Txn<ByteBuffer> txn;
  private final ByteBuffer key = ByteBuffer.allocateDirect(Keys.KEY_BYTES_MAX);
  private final Map<Table, Slot> slots = new EnumMap<>(Table.class);
  private long uses;

  ReadSession(Tables tables, ReadSessions owner) {
    this.tables = tables;
    this.owner = owner;
    this.txn = tables.env().txnRead();
    txn.reset();
  }

  /** A cursor, since when it is valid, and who has placed it last. */
  private static final class Slot {
    final Cursor<ByteBuffer> cursor;
    long renewedAtUse;
    @Nullable Object placedBy;

    Slot(Cursor<ByteBuffer> cursor) {
      this.cursor = cursor;
    }
  }

  void begin() {
    uses++;
    txn.renew();
  }

  /** Returns the session to its owner. */
  @Override
  public void close() {
    txn.reset();
    owner.giveBack(this);
  }

  void destroy() {
    slots.values().forEach(slot -> slot.cursor.close());
    txn.close();
  }

  /** Returns the buffer for the key of the next call, empty. */
  ByteBuffer key() {
    return key.clear();
  }

  @Nullable ByteBuffer get(Table table) {
    if (!tables.has(table)) {
      return null;
    }
    return tables.database(table).get(txn, key.flip());
  }

  /** Places the table's cursor at the first row at or after the key; false if there is none. */
  boolean seek(Table table, Object by) {
    if (!tables.has(table)) {
      return false;
    }
    Slot slot = slot(table);
    slot.placedBy = by;
    return slot.cursor.get(key.flip(), GetOp.MDB_SET_RANGE);
  }

  /** Moves the table's cursor on. */
  boolean next(Table table) {
    return slot(table).cursor.next();
  }

  /** Moves the table's cursor back. */
  boolean previous(Table table) {
    return slot(table).cursor.prev();
  }

  boolean first(Table table) {
    if (!tables.has(table)) {
      return false;
    }
    Slot slot = slot(table);
    slot.placedBy = null;
    return slot.cursor.first();
  }

  boolean last(Table table) {
    if (!tables.has(table)) {
      return false;
    }
    Slot slot = slot(table);
    slot.placedBy = null;
    return slot.cursor.last();
  }

  /** Returns whether the cursor still stands where this one has placed it in this transaction. */
  boolean isPlacedBy(Table table, Object by) {
    Slot slot = slots.get(table);
    return slot != null && slot.renewedAtUse == uses && by.equals(slot.placedBy);
  }

  ByteBuffer foundKey(Table table) {
    return slot(table).cursor.key();
  }

  ByteBuffer foundValue(Table table) {
    return slot(table).cursor.val();
  }

  private Slot slot(Table table) {
    Slot slot = slots.computeIfAbsent(table, t -> open(t));
    if (slot.renewedAtUse != uses) {
      slot.cursor.renew(txn);
      slot.renewedAtUse = uses;
      slot.placedBy = null;
    }
    return slot;
  }

  private Slot open(Table table) {
    Slot slot = new Slot(tables.database(table).openCursor(txn));
    slot.renewedAtUse = uses;
    return slot;
  }

  boolean has(Table table) {
    return tables.has(table);
  }

  @Nullable IdEntry find(EventId id) {
    Keys.putBytes32(key(), id);
    ByteBuffer value = get(Table.ID);
    return value == null ? null : IdEntry.read(value);
  }

  boolean isGone(EventId id) {
    Keys.putBytes32(key(), id);
    return get(Table.GONE) != null;
  }

  Optional<Gone> gone(EventId id) {
    Keys.putBytes32(key(), id);
    return Optional.ofNullable(get(Table.GONE)).map(Wishes::read);
  }

  /** Returns an event, null if it was removed since its number was read. */
  @Nullable EventRecord event(long seq) {
    key().putLong(seq);
    ByteBuffer value = get(Table.EVENTS);
    return value == null ? null : new EventRecord(value);
  }

  long entries(Table table) {
    return tables.has(table) ? tables.entries(txn, table) : 0;
  }

  /** Returns how far the file has grown. */
  long bytesOnDisk() {
    return (tables.env().info().lastPageNumber + 1) * tables.env().stat().pageSize;
  }
}
