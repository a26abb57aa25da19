package dev.graspd.server.store.lmdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.Removal;
import java.nio.ByteBuffer;

/**
 * Records of the log that bring no event, on disk. A removal: type 1 (1), why (1), kind (2),
 * created_at, id, author. Moved refs: type 2 (1), owner (32), identifier in UTF-8.
 */
final class OtherRecord {
  private static final int REMOVED = 1;
  private static final int REFS_MOVED = 2;

  private OtherRecord() {}

  static void write(ByteBuffer out, LogRecord.Removed removed) {
    out.put((byte) REMOVED).put((byte) removed.why().code());
    Keys.putKind(out, removed.kind()).putLong(removed.createdAt());
    Keys.putBytes32(out, removed.id());
    Keys.putBytes32(out, removed.author());
  }

  static void write(ByteBuffer out, LogRecord.RefsMoved moved) {
    out.put((byte) REFS_MOVED);
    Keys.putBytes32(out, moved.repository().owner());
    out.put(moved.repository().identifier().text().getBytes(UTF_8));
  }

  static LogRecord read(long seq, ByteBuffer value) {
    return switch (value.get(0)) {
      case REMOVED -> removed(seq, value);
      case REFS_MOVED -> refsMoved(seq, value);
      default ->
          throw new IllegalStateException("the store is damaged: log record type " + value.get(0));
    };
  }

  private static LogRecord removed(long seq, ByteBuffer value) {
    return new LogRecord.Removed(
        seq,
        Keys.eventId(value, 12),
        value.getLong(4),
        value.getShort(2) & 0xFFFF,
        Keys.publicKey(value, 44),
        Removal.ofCode(value.get(1)));
  }

  private static LogRecord refsMoved(long seq, ByteBuffer value) {
    byte[] text = new byte[value.limit() - 33];
    value.get(33, text);
    Identifier identifier = new Identifier(new String(text, UTF_8));
    return new LogRecord.RefsMoved(seq, new RepoAddress(Keys.publicKey(value, 1), identifier));
  }
}
