package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.DeletionRequest;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.Gone;
import dev.graspd.core.store.row.DeletionRows;
import dev.graspd.core.store.row.Request;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.OtherRecord;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;

/** The rows of deletions and bans: events that must not come back. */
public record LmdbDeletionRows(WriteSession session) implements DeletionRows {
  @Override
  public @Nullable Gone gone(EventId id) {
    if (session.isEmpty(Table.GONE)) {
      return null;
    }
    Keys.putBytes32(session.key(), id);
    ByteBuffer value = session.get(Table.GONE);
    if (value == null) {
      return null;
    }
    return OtherRecord.readGone(value);
  }

  @Override
  public void putGone(EventId id, Gone gone) {
    ByteBuffer value = session.value(1 + Bytes32.BYTES).put((byte) gone.why().code());
    gone.by().ifPresent(request -> Keys.putBytes32(value, request));
    Keys.putBytes32(session.key(), id);
    session.put(Table.GONE, value.flip());
  }

  @Override
  public void putTargets(Event deletion) {
    forEachTarget(deletion, table -> session.put(table, session.value(0).flip()));
  }

  @Override
  public void deleteTargets(Event deletion) {
    forEachTarget(deletion, session::delete);
  }

  private interface RowAction {
    void on(Table table);
  }

  private void forEachTarget(Event deletion, RowAction action) {
    DeletionRequest request = DeletionRequest.of(deletion);
    for (EventId target : request.ids()) {
      Keys.putBytes32(Keys.putBytes32(session.key(), target), deletion.author());
      Keys.putBytes32(session.openKey(), deletion.id());
      action.on(Table.TARGET);
    }
    for (Address target : request.addresses()) {
      Keys.putAddress(session.key(), target);
      Keys.putSuffix(session.openKey(), deletion.createdAt(), deletion.id());
      action.on(Table.ADDRESS_TARGET);
    }
  }

  @Override
  public @Nullable EventId firstDeletionOf(EventId target, PublicKey author) {
    if (session.isEmpty(Table.TARGET)) {
      return null;
    }
    Keys.putBytes32(Keys.putBytes32(session.key(), target), author);
    Cursor<ByteBuffer> found = session.firstWithPrefix(Table.TARGET);
    return found == null ? null : Keys.eventId(found.key(), 2 * Bytes32.BYTES);
  }

  @Override
  public @Nullable Request newestDeletionOf(Address target) {
    Keys.putAddress(session.key(), target);
    Cursor<ByteBuffer> found = session.firstWithPrefix(Table.ADDRESS_TARGET);
    if (found == null) {
      return null;
    }
    ByteBuffer key = found.key();
    int suffixAt = key.limit() - Keys.SUFFIX_BYTES;
    return new Request(
        Keys.invert(key.getLong(suffixAt)), Keys.eventId(key, suffixAt + Long.BYTES));
  }
}
