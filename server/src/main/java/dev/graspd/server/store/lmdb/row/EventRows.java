package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.Removal;
import dev.graspd.server.store.lmdb.table.EventRecord;
import dev.graspd.server.store.lmdb.table.IdEntry;
import dev.graspd.server.store.lmdb.table.IndexKeys;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.Keys.AddressRole;
import dev.graspd.server.store.lmdb.table.Life;
import dev.graspd.server.store.lmdb.table.OtherRecord;
import dev.graspd.server.store.lmdb.table.RepositoryCodec;
import dev.graspd.server.store.lmdb.table.Row;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;

/**
 * The rows of events: an event enters with all its index rows and its record in the log, and leaves
 * with all of them. Decides nothing.
 */
public final class EventRows {
  private final WriteSession session;
  private final int removalsKept;
  private final StrangerRows strangers;
  private final FamilyRows families;

  public EventRows(WriteSession session, FamilyRows families, int removalsKept) {
    this.session = session;
    this.families = families;
    this.removalsKept = removalsKept;
    this.strangers = new StrangerRows(session);
  }

  public @Nullable IdEntry find(EventId id) {
    Keys.putBytes32(session.key(), id);
    ByteBuffer value = session.get(Table.ID);
    return value == null ? null : IdEntry.read(value);
  }

  public Event event(long seq) {
    return present(seq).event();
  }

  /** Returns the record of an event that an index names; valid until the next write. */
  public EventRecord present(long seq) {
    session.key().putLong(seq);
    ByteBuffer value = session.get(Table.EVENTS);
    if (value == null) {
      throw new IllegalStateException("the store is damaged: no event " + seq);
    }
    return new EventRecord(value);
  }

  public @Nullable Row servedVersion(Address address) {
    Keys.putAddress(session.key(), address, AddressRole.SERVED_VERSION);
    Cursor<ByteBuffer> found = session.firstWithPrefix(Table.ADDRESS);
    return found == null ? null : Row.read(found.key(), found.val());
  }

  /** Returns the newest held version of an address, not newer than this. */
  public @Nullable Row heldVersion(Address address, long createdAtMax) {
    ByteBuffer key = Keys.putAddress(session.key(), address, AddressRole.HELD_VERSION);
    int prefixBytes = key.position();
    key.putLong(Keys.invert(createdAtMax));
    Cursor<ByteBuffer> found = session.firstFrom(Table.ADDRESS, prefixBytes);
    return found == null ? null : Row.read(found.key(), found.val());
  }

  /** Returns the newest event of an author, not newer than this, other than the excepted one. */
  public @Nullable Row newestOf(Table index, PublicKey author, long createdAtMax, EventId except) {
    ByteBuffer key = Keys.putBytes32(session.key(), author);
    int prefixBytes = key.position();
    key.putLong(Keys.invert(createdAtMax));
    Cursor<ByteBuffer> found = session.firstFrom(index, prefixBytes);
    while (found != null) {
      Row row = Row.read(found.key(), found.val());
      if (!row.id().equals(except)) {
        return row;
      }
      found = session.nextWithin(index, prefixBytes);
    }
    return null;
  }

  /** Puts an event and gives it the next number. */
  public long add(Event event, Life life, long dormantUntil) {
    long seq = session.nextSeq();
    long expiration = event.expiration().orElse(EventRecord.NEVER);
    long due = Math.min(expiration, dormantUntil);
    putRecord(event, life, seq, due);
    putId(event, new IdEntry(life, event.createdAt(), seq, expiration));
    ByteBuffer value = session.value(2 * Long.BYTES);
    Row.writeValue(value, seq, expiration);
    value.flip();
    IndexKeys.forEach(event, life, session::key, table -> session.put(table, value));
    if (due != EventRecord.NEVER) {
      putExpiryKey(due, seq);
      session.put(Table.EXPIRY, session.value(0).flip());
    }
    if (life.isHere()) {
      session.logged(logRecord(seq, event, life));
      families.touch(event);
    }
    return seq;
  }

  private void putRecord(Event event, Life life, long seq, long due) {
    ByteBuffer value = session.value(EventRecord.length(event));
    EventRecord.write(value, event, life, due);
    session.key().putLong(seq);
    session.putLast(Table.EVENTS, value.flip());
  }

  private void putId(Event event, IdEntry entry) {
    ByteBuffer value = session.value(32);
    entry.write(value);
    Keys.putBytes32(session.key(), event.id());
    session.put(Table.ID, value.flip());
  }

  private void putExpiryKey(long due, long seq) {
    session.key().putLong(due).putLong(seq);
  }

  static LogRecord logRecord(long seq, Event event, Life life) {
    return switch (life) {
      case STORED -> new LogRecord.Stored(seq, event);
      case RELEASED -> new LogRecord.Released(seq, event);
      case HELD, DORMANT -> new LogRecord.Held(seq, event);
      case ASIDE -> throw new IllegalArgumentException("no part of the log: " + event);
    };
  }

  /** Takes an event out of all tables, without a record in the log. */
  public void drop(long seq, Event event) {
    EventRecord record = present(seq);
    Life life = record.life();
    long due = record.due();
    session.key().putLong(seq);
    session.delete(Table.EVENTS);
    Keys.putBytes32(session.key(), event.id());
    session.delete(Table.ID);
    IndexKeys.forEach(event, life, session::key, session::delete);
    if (due != EventRecord.NEVER) {
      putExpiryKey(due, seq);
      session.delete(Table.EXPIRY);
    }
    if (life.isHere()) {
      families.touch(event);
    }
    if (!life.isServed()) {
      dropWait(event.id());
    }
    if (event.kind() == Kinds.GRASP_LIST) {
      strangers.forget(seq);
    }
    session.unlogged(seq);
  }

  private void dropWait(EventId held) {
    Keys.putBytes32(session.key(), held);
    ByteBuffer row = session.get(Table.WAIT);
    if (row == null) {
      return;
    }
    Identifier home = RepositoryCodec.readWaiting(held, row).until().home();
    families.touch(home);
    RepositoryCodec.putWaitHomeKey(session.key(), home, held);
    session.delete(Table.WAIT_HOME);
    Keys.putBytes32(session.key(), held);
    session.delete(Table.WAIT);
  }

  /** Takes an event out of all tables and writes that into the log. */
  public void remove(long seq, Event event, Removal why) {
    drop(seq, event);
    removed(event, why);
  }

  void removed(Event event, Removal why) {
    LogRecord.Removed removed =
        new LogRecord.Removed(
            session.nextSeq(), event.id(), event.createdAt(), event.kind(), event.author(), why);
    ByteBuffer value = session.value(128);
    OtherRecord.write(value, removed);
    log(removed, value);
  }

  void moved(RepoAddress repository) {
    LogRecord.RefsMoved moved = new LogRecord.RefsMoved(session.nextSeq(), repository);
    ByteBuffer value = session.value(64 + Identifier.BYTES_MAX);
    OtherRecord.write(value, moved);
    log(moved, value);
  }

  private void log(LogRecord record, ByteBuffer value) {
    session.key().putLong(record.seq());
    session.putLast(Table.LOG, value.flip());
    session.logged(record);
    trimOthers();
  }

  private void trimOthers() {
    while (session.entries(Table.LOG) > removalsKept) {
      Cursor<ByteBuffer> oldest = session.first(Table.LOG);
      if (oldest == null) {
        return;
      }
      session.unlogged(oldest.key().getLong(0));
      oldest.delete();
    }
  }
}
