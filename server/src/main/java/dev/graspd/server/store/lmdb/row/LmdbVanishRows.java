package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.row.Request;
import dev.graspd.core.store.row.VanishRows;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;

/** The rows of requests to vanish. */
record LmdbVanishRows(WriteSession session) implements VanishRows {
  @Override
  public @Nullable Request find(PublicKey author) {
    if (session.isEmpty(Table.VANISHED)) {
      return null;
    }
    Keys.putBytes32(session.key(), author);
    ByteBuffer value = session.get(Table.VANISHED);
    return value == null ? null : new Request(value.getLong(0), Keys.eventId(value, Long.BYTES));
  }

  @Override
  public void put(PublicKey author, Request request) {
    ByteBuffer value = session.value(Long.BYTES + Bytes32.BYTES).putLong(request.createdAt());
    Keys.putBytes32(value, request.id());
    Keys.putBytes32(session.key(), author);
    session.put(Table.VANISHED, value.flip());
    Keys.putBytes32(session.key(), author);
    session.put(Table.VANISHING, session.value(0).flip());
  }

  @Override
  public @Nullable PublicKey firstVanishing() {
    Cursor<ByteBuffer> first = session.first(Table.VANISHING);
    return first == null ? null : Keys.publicKey(first.key(), 0);
  }

  @Override
  public boolean isVanishing(PublicKey author) {
    Keys.putBytes32(session.key(), author);
    return session.get(Table.VANISHING) != null;
  }

  @Override
  public void endVanishing(PublicKey author) {
    Keys.putBytes32(session.key(), author);
    session.delete(Table.VANISHING);
  }
}
