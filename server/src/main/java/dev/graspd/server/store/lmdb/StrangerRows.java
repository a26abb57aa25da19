package dev.graspd.server.store.lmdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;

/** How many bytes lists of servers take that came from strangers: each of them, and all. */
final class StrangerRows {
  private static final byte[] SUM_KEY = "strangerlists".getBytes(UTF_8);

  private final WriteSession session;

  StrangerRows(WriteSession session) {
    this.session = session;
  }

  /** Writes the key of the sum. */
  static void putSumKey(ByteBuffer key) {
    key.put(SUM_KEY);
  }

  void add(long seq, long bytes) {
    session.key().putLong(seq);
    session.putLast(Table.STRANGER_LIST, session.value(Long.BYTES).putLong(bytes).flip());
    count(bytes);
  }

  /** A list is gone, or no stranger's any longer; one that was not counted changes nothing. */
  void forget(long seq) {
    session.key().putLong(seq);
    @Nullable ByteBuffer value = session.get(Table.STRANGER_LIST);
    if (value != null) {
      long bytes = value.getLong(0);
      session.key().putLong(seq);
      session.delete(Table.STRANGER_LIST);
      count(-bytes);
    }
  }

  /** Returns the number in the log of the one that came first. */
  OptionalLong oldest() {
    Cursor<ByteBuffer> found = session.first(Table.STRANGER_LIST);
    return found == null ? OptionalLong.empty() : OptionalLong.of(found.key().getLong(0));
  }

  long inAll() {
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
