package dev.graspd.server.store.lmdb;

import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.Removal;
import java.nio.ByteBuffer;

/** {@link LogRecord.Removed} on disk: type (1), why (1), kind (2), created_at, id, author. */
final class RemovalRecord {
  private static final int TYPE = 1;

  private RemovalRecord() {}

  static void write(ByteBuffer out, LogRecord.Removed removed) {
    out.put((byte) TYPE).put((byte) removed.why().code());
    Keys.putKind(out, removed.kind()).putLong(removed.createdAt());
    Keys.putBytes32(out, removed.id());
    Keys.putBytes32(out, removed.author());
  }

  static LogRecord.Removed read(long seq, ByteBuffer value) {
    if (value.get(0) != TYPE) {
      throw new IllegalStateException("the store is damaged: log record type " + value.get(0));
    }
    return new LogRecord.Removed(
        seq,
        Keys.eventId(value, 12),
        value.getLong(4),
        value.getShort(2) & 0xFFFF,
        Keys.publicKey(value, 44),
        Removal.ofCode(value.get(1)));
  }
}
