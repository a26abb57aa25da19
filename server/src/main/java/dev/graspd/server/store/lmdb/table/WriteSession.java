package dev.graspd.server.store.lmdb.table;

import dev.graspd.core.store.LogRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;
import org.lmdbjava.GetOp;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;

/**
 * One write transaction as tables and rows, with its changes to the log. Owned by the writer
 * thread. Keys are handed over in {@link #key()}, written but not flipped.
 */
public final class WriteSession implements AutoCloseable {
  private final Tables tables;
  private final WriteBuffers buffers;
  private final Txn<ByteBuffer> txn;
  private final Map<Table, Cursor<ByteBuffer>> cursors = new EnumMap<>(Table.class);
  private final Map<Table, Boolean> emptiness = new EnumMap<>(Table.class);
  private final List<LogRecord> logged = new ArrayList<>();
  private final List<Long> unlogged = new ArrayList<>();
  private ByteBuffer key;
  private long lastSeq;

  public WriteSession(Tables tables, WriteBuffers buffers, long lastSeq) {
    this.tables = tables;
    this.buffers = buffers;
    this.txn = tables.env().txnWrite();
    this.key = buffers.key();
    this.lastSeq = lastSeq;
  }

  /** Returns the buffer for the key of the next call, empty. */
  public ByteBuffer key() {
    key = buffers.key();
    return key;
  }

  /** Returns the key as it is so far, to be written further. */
  public ByteBuffer openKey() {
    return key;
  }

  /** Returns a buffer for a value, empty; one at a time. */
  public ByteBuffer value(int bytes) {
    return buffers.value(bytes);
  }

  public void put(Table table, ByteBuffer value) {
    emptiness.remove(table);
    tables.database(table).put(txn, key.flip(), value);
  }

  /** Puts a row behind all others; quicker than {@link #put}. */
  public void putLast(Table table, ByteBuffer value) {
    tables.database(table).put(txn, key.flip(), value, PutFlags.MDB_APPEND);
  }

  public @Nullable ByteBuffer get(Table table) {
    return tables.database(table).get(txn, key.flip());
  }

  public boolean delete(Table table) {
    return tables.database(table).delete(txn, key.flip());
  }

  /** Returns the first row at or after the key whose first bytes are those of the key. */
  public @Nullable Cursor<ByteBuffer> firstWithPrefix(Table table) {
    return firstFrom(table, key.position());
  }

  /** Returns the first row at or after the key, if it agrees with the key in these first bytes. */
  public @Nullable Cursor<ByteBuffer> firstFrom(Table table, int prefixBytes) {
    Cursor<ByteBuffer> cursor = cursor(table);
    key.flip();
    if (!cursor.get(key, GetOp.MDB_SET_RANGE)) {
      return null;
    }
    return agrees(cursor, prefixBytes) ? cursor : null;
  }

  /** Returns the row after the last one found, if it agrees with the key in these first bytes. */
  public @Nullable Cursor<ByteBuffer> nextWithin(Table table, int prefixBytes) {
    Cursor<ByteBuffer> cursor = cursor(table);
    return cursor.next() && agrees(cursor, prefixBytes) ? cursor : null;
  }

  private boolean agrees(Cursor<ByteBuffer> cursor, int prefixBytes) {
    int mismatch = cursor.key().mismatch(key);
    return mismatch < 0 || mismatch >= prefixBytes;
  }

  public @Nullable Cursor<ByteBuffer> first(Table table) {
    Cursor<ByteBuffer> cursor = cursor(table);
    return cursor.first() ? cursor : null;
  }

  /** Returns the number in the key of the last row, 0 if there is none. */
  public long last(Table table) {
    Cursor<ByteBuffer> cursor = cursor(table);
    return cursor.last() ? cursor.key().getLong(0) : 0;
  }

  /** Returns the last row. */
  public @Nullable Cursor<ByteBuffer> lastRow(Table table) {
    Cursor<ByteBuffer> cursor = cursor(table);
    return cursor.last() ? cursor : null;
  }

  private Cursor<ByteBuffer> cursor(Table table) {
    return cursors.computeIfAbsent(table, t -> tables.database(t).openCursor(txn));
  }

  /** Returns whether a table is empty, without a lookup each time. */
  public boolean isEmpty(Table table) {
    Boolean known = emptiness.get(table);
    if (known == null) {
      known = entries(table) == 0;
      emptiness.put(table, known);
    }
    return known;
  }

  public long entries(Table table) {
    return tables.entries(txn, table);
  }

  public long nextSeq() {
    lastSeq++;
    return lastSeq;
  }

  public long lastSeq() {
    return lastSeq;
  }

  public void logged(LogRecord added) {
    logged.add(added);
  }

  public void unlogged(long seq) {
    unlogged.add(seq);
  }

  /** Returns the records that this transaction adds to the log, in order. */
  public List<LogRecord> logged() {
    return logged;
  }

  /** The numbers whose records left the log, own ones included. */
  public List<Long> unlogged() {
    return unlogged;
  }

  public void commit(Committer committer) {
    closeCursors();
    committer.commit(txn);
  }

  private void closeCursors() {
    cursors.values().forEach(Cursor::close);
    cursors.clear();
  }

  /** Aborts the transaction unless it was committed. */
  @Override
  public void close() {
    closeCursors();
    txn.close();
  }
}
