package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.DormantRoom;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;

/** Counts the bytes of dormant deletions: per key, in total, and per payer today. */
public record DormantRows(WriteSession session) {
  /** Counts a deletion that becomes dormant; returns whether there was room for it. */
  public boolean add(Event deletion, DormantRoom room, long nowSeconds) {
    long bytes = DormantRoom.bytesOf(deletion);
    long day = nowSeconds / DormantRoom.DAY;
    forgetDaysBefore(day);
    long ofKey = ofKey(deletion.author());
    long ofPayer = room.payer() == 0 ? 0 : ofPayer(day, room.payer());
    if (!room.fits(bytes, ofKey, ofPayer, ofAll())) {
      return false;
    }
    count(deletion.author(), bytes);
    if (room.payer() != 0) {
      session.key().putLong(day).putLong(room.payer());
      session.put(Table.DORMANT_PAYER, session.value(Long.BYTES).putLong(ofPayer + bytes).flip());
    }
    return true;
  }

  public void remove(Event deletion) {
    count(deletion.author(), -DormantRoom.bytesOf(deletion));
  }

  /** Drops the counts of payers of earlier days. */
  public void forgetDaysBefore(long day) {
    Cursor<ByteBuffer> oldest = session.first(Table.DORMANT_PAYER);
    while (oldest != null && oldest.key().getLong(0) < day) {
      session.key().putLong(oldest.key().getLong(0)).putLong(oldest.key().getLong(Long.BYTES));
      session.delete(Table.DORMANT_PAYER);
      oldest = session.first(Table.DORMANT_PAYER);
    }
  }

  private long ofKey(PublicKey key) {
    Keys.putBytes32(session.key(), key);
    return number(Table.DORMANT);
  }

  private long ofPayer(long day, long payer) {
    session.key().putLong(day).putLong(payer);
    return number(Table.DORMANT_PAYER);
  }

  private long ofAll() {
    allKey();
    return number(Table.DORMANT);
  }

  private void allKey() {
    session.key().put((byte) 0);
  }

  private long number(Table table) {
    @Nullable ByteBuffer value = session.get(table);
    return value == null ? 0 : value.getLong(0);
  }

  private void count(PublicKey key, long more) {
    long ofKey = Math.max(0, ofKey(key) + more);
    long ofAll = Math.max(0, ofAll() + more);
    Keys.putBytes32(session.key(), key);
    if (ofKey == 0) {
      session.delete(Table.DORMANT);
    } else {
      session.put(Table.DORMANT, session.value(Long.BYTES).putLong(ofKey).flip());
    }
    allKey();
    session.put(Table.DORMANT, session.value(Long.BYTES).putLong(ofAll).flip());
  }
}
