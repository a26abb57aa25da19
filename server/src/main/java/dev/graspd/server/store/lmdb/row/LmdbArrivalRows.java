package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.store.row.ArrivalRows;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.lmdbjava.Cursor;

/** The minutes in which events came. */
record LmdbArrivalRows(WriteSession session) implements ArrivalRows {
  @Override
  public OptionalLong newestMinute() {
    Cursor<ByteBuffer> last = session.lastRow(Table.ARRIVAL);
    return last == null ? OptionalLong.empty() : OptionalLong.of(last.val().getLong(0));
  }

  @Override
  public void put(long seq, long minuteSeconds) {
    session.key().putLong(seq);
    session.put(Table.ARRIVAL, session.value(Long.BYTES).putLong(minuteSeconds).flip());
  }

  @Override
  public void trim(int kept) {
    while (session.entries(Table.ARRIVAL) > kept) {
      Cursor<ByteBuffer> oldest = session.first(Table.ARRIVAL);
      if (oldest == null) {
        return;
      }
      oldest.delete();
    }
  }
}
