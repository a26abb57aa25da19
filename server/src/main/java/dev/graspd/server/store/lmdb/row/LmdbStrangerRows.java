package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.store.row.StrangerRows;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.lmdbjava.Cursor;

/** The rows of server lists of unknown keys. */
public record LmdbStrangerRows(WriteSession session) implements StrangerRows {
  @Override
  public void put(long seq, long bytes) {
    session.key().putLong(seq);
    session.putLast(Table.STRANGER_LIST, session.value(Long.BYTES).putLong(bytes).flip());
  }

  @Override
  public OptionalLong bytesOf(long seq) {
    session.key().putLong(seq);
    ByteBuffer value = session.get(Table.STRANGER_LIST);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value.getLong(0));
  }

  @Override
  public void delete(long seq) {
    session.key().putLong(seq);
    session.delete(Table.STRANGER_LIST);
  }

  @Override
  public OptionalLong oldest() {
    Cursor<ByteBuffer> found = session.first(Table.STRANGER_LIST);
    return found == null ? OptionalLong.empty() : OptionalLong.of(found.key().getLong(0));
  }
}
