package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.DeletionRequest;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.Gone;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.OtherRecord;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;

/** The rows of deletions, requests to vanish and bans: events that must not come back. */
public record DeletionRows(WriteSession session) {
  /** A request to vanish: events of its author up to this time. */
  public record Vanish(long upTo, EventId by) {}

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

  public void putGone(EventId id, Gone gone) {
    ByteBuffer value = session.value(1 + Bytes32.BYTES).put((byte) gone.why().code());
    gone.by().ifPresent(request -> Keys.putBytes32(value, request));
    Keys.putBytes32(session.key(), id);
    session.put(Table.GONE, value.flip());
  }

  /** Records the targets of a deletion, so that targets that arrive later are refused. */
  public void remember(Event deletion) {
    forEachTarget(deletion, table -> session.put(table, session.value(0).flip()));
  }

  public void forget(Event deletion) {
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

  /** Returns the deletion that this event's author signed against it: by id, else by address. */
  public @Nullable EventId deletionOf(Event event) {
    if (!DeletionRequest.canHide(event.kind())) {
      return null;
    }
    EventId byId = deletionOfId(event);
    return byId != null ? byId : event.address().map(a -> deletionOf(a, event)).orElse(null);
  }

  private @Nullable EventId deletionOfId(Event event) {
    if (session.isEmpty(Table.TARGET)) {
      return null;
    }
    Keys.putBytes32(Keys.putBytes32(session.key(), event.id()), event.author());
    Cursor<ByteBuffer> found = session.firstWithPrefix(Table.TARGET);
    return found == null ? null : Keys.eventId(found.key(), 2 * Bytes32.BYTES);
  }

  /** The newest deletion decides: it hides the most. */
  private @Nullable EventId deletionOf(Address address, Event event) {
    Keys.putAddress(session.key(), address);
    Cursor<ByteBuffer> found = session.firstWithPrefix(Table.ADDRESS_TARGET);
    if (found == null) {
      return null;
    }
    ByteBuffer key = found.key();
    int suffixAt = key.limit() - Keys.SUFFIX_BYTES;
    boolean covers = event.createdAt() <= Keys.invert(key.getLong(suffixAt));
    return covers ? Keys.eventId(key, suffixAt + Long.BYTES) : null;
  }

  public void putVanish(Event vanish) {
    ByteBuffer value = session.value(Long.BYTES + Bytes32.BYTES).putLong(vanish.createdAt());
    Keys.putBytes32(value, vanish.id());
    Keys.putBytes32(session.key(), vanish.author());
    session.put(Table.VANISHED, value.flip());
    Keys.putBytes32(session.key(), vanish.author());
    session.put(Table.VANISHING, session.value(0).flip());
  }

  public @Nullable Vanish vanishOf(PublicKey author) {
    if (session.isEmpty(Table.VANISHED)) {
      return null;
    }
    Keys.putBytes32(session.key(), author);
    ByteBuffer value = session.get(Table.VANISHED);
    return value == null ? null : new Vanish(value.getLong(0), Keys.eventId(value, Long.BYTES));
  }

  public @Nullable EventId vanishOf(Event event) {
    Vanish vanish = vanishOf(event.author());
    if (vanish == null || event.createdAt() > vanish.upTo() || vanish.by().equals(event.id())) {
      return null;
    }
    return vanish.by();
  }

  public @Nullable PublicKey firstVanishing() {
    Cursor<ByteBuffer> first = session.first(Table.VANISHING);
    return first == null ? null : Keys.publicKey(first.key(), 0);
  }

  public boolean isVanishing(PublicKey author) {
    Keys.putBytes32(session.key(), author);
    return session.get(Table.VANISHING) != null;
  }

  public void hasVanished(PublicKey author) {
    Keys.putBytes32(session.key(), author);
    session.delete(Table.VANISHING);
  }
}
