package dev.graspd.server.store.lmdb.table;

import dev.graspd.core.store.row.Life;
import dev.graspd.core.store.row.LogEntry;
import java.nio.ByteBuffer;

/**
 * The row of an event in {@link Table#ID}: life (1), created_at (8), number in the log (8),
 * expiration if any (8).
 */
public record IdEntry(Life life, long createdAt, long seq, long expiration) {
  public static IdEntry read(ByteBuffer value) {
    long expiration = value.limit() > 17 ? value.getLong(17) : EventRecord.NEVER;
    return new IdEntry(Life.ofCode(value.get(0)), value.getLong(1), value.getLong(9), expiration);
  }

  /** Reads only what the rules of the store need. */
  public static LogEntry readEntry(ByteBuffer value) {
    return new LogEntry(Life.ofCode(value.get(0)), value.getLong(9));
  }

  public void write(ByteBuffer out) {
    out.put((byte) life.code()).putLong(createdAt).putLong(seq);
    if (expiration != EventRecord.NEVER) {
      out.putLong(expiration);
    }
  }
}
