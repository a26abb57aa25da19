package dev.graspd.server.store.lmdb.row;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;

/** Counts the bytes of server lists of unknown keys: each of them, and in total. */
public record StrangerRows(WriteSession session) {
  private static final byte[] SUM_KEY = "strangerlists".getBytes(UTF_8);

  public static void putSumKey(ByteBuffer key) {
    key.put(SUM_KEY);
  }

  public void add(long seq, long bytes) {
    session.key().putLong(seq);
    session.putLast(Table.STRANGER_LIST, session.value(Long.BYTES).putLong(bytes).flip());
    count(bytes);
  }

  /** A list is gone, or no stranger's any longer; one that was not counted changes nothing. */
  public void forget(long seq) {
    session.key().putLong(seq);
    @Nullable ByteBuffer value = session.get(Table.STRANGER_LIST);
    if (value != null) {
      long bytes = value.getLong(0);
      session.key().putLong(seq);
      session.delete(Table.STRANGER_LIST);
      count(-bytes);
    }
  }

  /** Returns the log number of the oldest one. */
  public OptionalLong oldest() {
    Cursor<ByteBuffer> found = session.first(Table.STRANGER_LIST);
    return found == null ? OptionalLong.empty() : OptionalLong.of(found.key().getLong(0));
  }

  public long inAll() {
    putSumKey(session.key());
    @Nullable ByteBuffer value = session.get(Table.META);
    return value == null ? 0 : value.getLong(0);
  }

  private void count(long more) {
    long sum = inAll() + more;
    putSumKey(session.key());
    session.put(Table.META, session.value(Long.BYTES).putLong(sum).flip());
  }
}
