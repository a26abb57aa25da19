package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.store.ban.AuditEntry;
import dev.graspd.core.store.ban.Ban;
import dev.graspd.core.store.ban.Banned;
import dev.graspd.core.store.row.BanRows;
import dev.graspd.server.store.lmdb.table.BanCodec;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.lmdbjava.Cursor;

/** The rows about bans and the audit log, as {@link BanCodec} writes them. */
record LmdbBanRows(WriteSession session) implements BanRows {
  @Override
  public Optional<Ban> find(Banned what) {
    if (session.isEmpty(Table.BAN)) {
      return Optional.empty();
    }
    BanCodec.putKey(session.key(), what);
    return Optional.ofNullable(session.get(Table.BAN)).map(BanCodec::read);
  }

  @Override
  public void put(Ban ban) {
    ByteBuffer value = session.value(BanCodec.length(ban));
    BanCodec.write(value, ban);
    BanCodec.putKey(session.key(), ban.what());
    session.put(Table.BAN, value.flip());
  }

  @Override
  public void delete(Banned what) {
    BanCodec.putKey(session.key(), what);
    session.delete(Table.BAN);
  }

  @Override
  public void putAside(long ban, Event event) {
    ByteBuffer value = session.value(event.json().length).put(event.json());
    BanCodec.putAsideKey(session.key(), ban, event);
    session.put(Table.BAN_ASIDE, value.flip());
  }

  @Override
  public boolean deleteAside(long ban, Event event) {
    BanCodec.putAsideKey(session.key(), ban, event);
    return session.delete(Table.BAN_ASIDE);
  }

  @Override
  public List<Event> aside(long ban, int max) {
    List<Event> found = new ArrayList<>();
    session.key().putLong(ban);
    Cursor<ByteBuffer> row = session.firstWithPrefix(Table.BAN_ASIDE);
    while (row != null && found.size() < max) {
      found.add(eventOf(row.val()));
      row = session.nextWithin(Table.BAN_ASIDE, Long.BYTES);
    }
    return found;
  }

  static Event eventOf(ByteBuffer value) {
    byte[] json = new byte[value.limit()];
    value.get(0, json);
    return EventParser.parseStored(json);
  }

  @Override
  public long newestAudit() {
    return session.last(Table.AUDIT);
  }

  @Override
  public void putAudit(AuditEntry entry) {
    ByteBuffer value = session.value(BanCodec.length(entry));
    BanCodec.write(value, entry);
    session.key().putLong(entry.number());
    session.put(Table.AUDIT, value.flip());
  }

  @Override
  public Optional<AuditEntry> oldestAudit() {
    Cursor<ByteBuffer> first = session.first(Table.AUDIT);
    return first == null
        ? Optional.empty()
        : Optional.of(BanCodec.readAudit(first.key().getLong(0), first.val()));
  }

  @Override
  public void deleteAudit(long number) {
    session.key().putLong(number);
    session.delete(Table.AUDIT);
  }
}
