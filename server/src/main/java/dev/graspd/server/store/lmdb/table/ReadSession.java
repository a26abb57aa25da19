package dev.graspd.server.store.lmdb.table;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.Gone;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;
import org.lmdbjava.GetOp;
import org.lmdbjava.Txn;

/**
 * A read transaction with its cursors, renewed for each use: a small query would otherwise spend
 * most of its time on making them. A table that an older store does not have yet is an empty one.
 * Used by one thread at a time.
 */
public final class ReadSession implements AutoCloseable {
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

  /** A cursor, since when it is valid, and who placed it last. */
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
  public ByteBuffer key() {
    return key.clear();
  }

  public @Nullable ByteBuffer get(Table table) {
    if (!tables.has(table)) {
      return null;
    }
    return tables.database(table).get(txn, key.flip());
  }

  /** Places the table's cursor at the first row at or after the key; false if there is none. */
  public boolean seek(Table table, Object by) {
    return place(table, by, cursor -> cursor.get(key.flip(), GetOp.MDB_SET_RANGE));
  }

  public boolean next(Table table) {
    return slot(table).cursor.next();
  }

  public boolean previous(Table table) {
    return slot(table).cursor.prev();
  }

  public boolean first(Table table) {
    return place(table, null, Cursor::first);
  }

  public boolean last(Table table) {
    return place(table, null, Cursor::last);
  }

  private boolean place(Table table, @Nullable Object by, Predicate<Cursor<ByteBuffer>> placement) {
    if (!tables.has(table)) {
      return false;
    }
    Slot slot = slot(table);
    slot.placedBy = by;
    return placement.test(slot.cursor);
  }

  /** Returns whether this owner was the last to place the cursor in this transaction. */
  public boolean isPlacedBy(Table table, Object by) {
    Slot slot = slots.get(table);
    return slot != null && slot.renewedAtUse == uses && by.equals(slot.placedBy);
  }

  public ByteBuffer foundKey(Table table) {
    return slot(table).cursor.key();
  }

  public ByteBuffer foundValue(Table table) {
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

  public boolean has(Table table) {
    return tables.has(table);
  }

  public @Nullable IdEntry find(EventId id) {
    Keys.putBytes32(key(), id);
    ByteBuffer value = get(Table.ID);
    return value == null ? null : IdEntry.read(value);
  }

  public boolean isGone(EventId id) {
    Keys.putBytes32(key(), id);
    return get(Table.GONE) != null;
  }

  public Optional<Gone> gone(EventId id) {
    Keys.putBytes32(key(), id);
    return Optional.ofNullable(get(Table.GONE)).map(OtherRecord::readGone);
  }

  /** Returns an event, null if it was removed since its number was read. */
  public @Nullable EventRecord event(long seq) {
    key().putLong(seq);
    ByteBuffer value = get(Table.EVENTS);
    return value == null ? null : new EventRecord(value);
  }

  public long entries(Table table) {
    return tables.has(table) ? tables.entries(txn, table) : 0;
  }

  public <T> List<T> all(Table table, Function<ByteBuffer, T> read) {
    List<T> found = new ArrayList<>();
    boolean more = first(table);
    while (more) {
      found.add(read.apply(foundValue(table)));
      more = next(table);
    }
    return found;
  }

  /** Returns the rows of one family, from a table whose keys begin with the identifier. */
  public <T> List<T> ofFamily(
      Table table, Identifier family, Function<ByteBuffer, T> read, Function<T, Identifier> of) {
    List<T> found = new ArrayList<>();
    RepositoryCodec.putFamily(key(), family);
    boolean more = seek(table, this);
    while (more) {
      T row = read.apply(foundValue(table));
      if (!of.apply(row).equals(family)) {
        return found;
      }
      found.add(row);
      more = next(table);
    }
    return found;
  }

  public long bytesOnDisk() {
    return (tables.env().info().lastPageNumber + 1) * tables.env().stat().pageSize;
  }
}
