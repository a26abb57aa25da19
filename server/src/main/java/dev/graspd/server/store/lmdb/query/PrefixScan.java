package dev.graspd.server.store.lmdb.query;

import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.Row;
import dev.graspd.server.store.lmdb.table.Table;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One part of an index, newest first, inside a window of time. Reads a few rows at a time and keeps
 * them, so that thousands of parts can be walked together with one cursor, and a slice can end at
 * any point: nothing here depends on the transaction.
 */
final class PrefixScan implements Comparable<PrefixScan> {
  static final int BATCH_MAX = 64;
  private static final Row[] NONE = {};

  private final Table index;
  private final byte[] prefix;
  private final Window window;

  private final int batchMax;
  private int batch;
  private Row[] rows = NONE;
  private int count;
  private int at;
  private @Nullable Row last;
  private boolean ended;

  PrefixScan(Table index, byte[] prefix, Window window, int firstBatch, int batchMax) {
    this.index = index;
    this.prefix = prefix;
    this.window = window;
    this.batch = firstBatch;
    this.batchMax = batchMax;
  }

  /** Returns the next row, null if there is none left in memory. */
  @Nullable Row head() {
    return at < count ? rows[at] : null;
  }

  /** Returns the row in the middle of those in memory; there must be one. */
  Row middle() {
    return rows[(at + count) / 2];
  }

  int buffered() {
    return count - at;
  }

  boolean isEnded() {
    return ended;
  }

  @Nullable Row last() {
    return last;
  }

  /** Steps over the head; reads more rows if it was the last one in memory. */
  void advance(ReadSession session, ScanCost work) {
    at++;
    if (at == count && !ended) {
      fill(session, work);
    }
  }

  void fill(ReadSession session, ScanCost work) {
    at = 0;
    count = 0;
    if (rows.length < batch) {
      rows = new Row[batch];
    }
    ByteBuffer wanted = ByteBuffer.wrap(prefix);
    boolean found = place(session, work);
    while (found && count < batch) {
      work.add(1);
      Row row = within(session, wanted);
      if (row == null) {
        ended = true;
        return;
      }
      if (!row.isSameEvent(last)) {
        rows[count] = row;
        count++;
        last = row;
      }
      found = count == batch || session.next(index);
    }
    ended = !found;
    batch = Math.clamp(2L * batch, 1, batchMax);
  }

  /** Puts the cursor on the first row not read yet, or on the last one that was. */
  private boolean place(ReadSession session, ScanCost work) {
    if (last != null && session.isPlacedBy(index, this)) {
      return session.next(index);
    }
    work.add(1);
    ByteBuffer key = session.key().put(prefix);
    if (last == null) {
      key.putLong(Keys.invert(window.until()));
    } else {
      Keys.putSuffix(key, last.createdAt(), last.id());
    }
    return session.seek(index, this);
  }

  private @Nullable Row within(ReadSession session, ByteBuffer wanted) {
    ByteBuffer key = session.foundKey(index);
    int mismatch = key.mismatch(wanted);
    if (mismatch >= 0 && mismatch < prefix.length) {
      return null;
    }
    Row row = Row.read(key, session.foundValue(index));
    return row.createdAt() < window.since() ? null : row;
  }

  /** Returns the time of the oldest row in the window; there must be one. */
  long oldest(ReadSession session, ScanCost work) {
    work.add(1);
    ByteBuffer key = session.key().put(prefix).putLong(Keys.invert(window.since()));
    for (int i = 0; i < 4; i++) {
      key.putLong(-1L);
    }
    boolean found = session.seek(index, session) ? session.previous(index) : session.last(index);
    return found ? Row.read(session.foundKey(index), session.foundValue(index)).createdAt() : 0;
  }

  /** By the next row; only scans that have one are compared. */
  @Override
  public int compareTo(PrefixScan that) {
    return rows[at].compareTo(that.rows[that.at]);
  }
}
