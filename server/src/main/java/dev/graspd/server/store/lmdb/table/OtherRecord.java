package dev.graspd.server.store.lmdb.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Gone;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.Removal;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The records of the log that are not events, on disk. A removal: type 1 (1), why (1), kind (2),
 * created_at, id, author. Moved refs: type 2 (1), owner (32), identifier in UTF-8. Changed bans:
 * type 3 (1).
 */
public final class OtherRecord {
  private static final int REMOVED = 1;
  private static final int REFS_MOVED = 2;
  private static final int BANS_CHANGED = 3;

  private OtherRecord() {}

  public static void write(ByteBuffer out, LogRecord.Removed removed) {
    out.put((byte) REMOVED).put((byte) removed.why().code());
    Keys.putKind(out, removed.kind()).putLong(removed.createdAt());
    Keys.putBytes32(out, removed.id());
    Keys.putBytes32(out, removed.author());
  }

  public static void write(ByteBuffer out, LogRecord.RefsMoved moved) {
    out.put((byte) REFS_MOVED);
    Keys.putBytes32(out, moved.repository().owner());
    out.put(moved.repository().identifier().text().getBytes(UTF_8));
  }

  public static void writeBansChanged(ByteBuffer out) {
    out.put((byte) BANS_CHANGED);
  }

  public static LogRecord read(long seq, ByteBuffer value) {
    return switch (value.get(0)) {
      case REMOVED -> removed(seq, value);
      case REFS_MOVED -> refsMoved(seq, value);
      case BANS_CHANGED -> new LogRecord.BansChanged(seq);
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

  /** Reads a row of {@link Table#GONE}: why (1), the id of the request (32) if there was one. */
  public static Gone readGone(ByteBuffer value) {
    return new Gone(
        Removal.ofCode(value.get(0)),
        value.limit() > 1 ? Optional.of(Keys.eventId(value, 1)) : Optional.empty());
  }
}
