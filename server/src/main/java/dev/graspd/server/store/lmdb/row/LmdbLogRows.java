package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.row.LogRows;
import dev.graspd.server.store.lmdb.table.OtherRecord;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import org.lmdbjava.Cursor;

/** The numbers of the log, and its records that are not events. */
record LmdbLogRows(WriteSession session) implements LogRows {
  @Override
  public long lastSeq() {
    return session.lastSeq();
  }

  @Override
  public long nextSeq() {
    return session.nextSeq();
  }

  @Override
  public void put(LogRecord.Removed removed) {
    ByteBuffer value = session.value(128);
    OtherRecord.write(value, removed);
    put(removed, value);
  }

  @Override
  public void put(LogRecord.RefsMoved moved) {
    ByteBuffer value = session.value(64 + Identifier.BYTES_MAX);
    OtherRecord.write(value, moved);
    put(moved, value);
  }

  @Override
  public void put(LogRecord.BansChanged changed) {
    ByteBuffer value = session.value(1);
    OtherRecord.writeBansChanged(value);
    put(changed, value);
  }

  private void put(LogRecord record, ByteBuffer value) {
    session.key().putLong(record.seq());
    session.putLast(Table.LOG, value.flip());
    session.logged(record);
  }

  @Override
  public void trim(int kept) {
    while (session.entries(Table.LOG) > kept) {
      Cursor<ByteBuffer> oldest = session.first(Table.LOG);
      if (oldest == null) {
        return;
      }
      session.unlogged(oldest.key().getLong(0));
      oldest.delete();
    }
  }
}
