package dev.graspd.server.store.lmdb.row;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.LogRecord;
import dev.graspd.server.store.lmdb.table.RepositoryCodec;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** The versions of families, in one write transaction. One work after the other uses it. */
public final class FamilyRows {
  private final WriteSession session;
  private final SortedSet<Identifier> touched = new TreeSet<>();

  public FamilyRows(WriteSession session) {
    this.session = session;
  }

  /** Something of a family changes. */
  void touch(Identifier family) {
    touched.add(family);
  }

  /** An event comes or goes. */
  void touch(Event event) {
    Identifier.ofRepositoryEvent(event).ifPresent(this::touch);
  }

  public long version(Identifier family) {
    RepositoryCodec.putFamily(session.key(), family);
    ByteBuffer stored = session.get(Table.FAMILY);
    return stored == null ? 0 : stored.getLong(0);
  }

  /** Writes the next version of a family, and its record in the log in place of the last one. */
  public long raise(Identifier family) {
    touched.remove(family);
    long before = version(family);
    if (before != 0) {
      session.key().putLong(before);
      session.delete(Table.FAMILY_LOG);
      session.unlogged(before);
    }
    long seq = session.nextSeq();
    byte[] text = family.text().getBytes(UTF_8);
    session.key().putLong(seq);
    session.putLast(Table.FAMILY_LOG, session.value(text.length).put(text).flip());
    RepositoryCodec.putFamily(session.key(), family);
    session.put(Table.FAMILY, session.value(Long.BYTES).putLong(seq).flip());
    session.logged(new LogRecord.FamilyChanged(seq, family));
    return seq;
  }

  /** Ends a work: what it has changed since {@link #raise} gets a new version. */
  public void raiseTouched() {
    List.copyOf(touched).forEach(this::raise);
  }

  /** Reads a row of {@link Table#FAMILY_LOG}. */
  public static LogRecord.FamilyChanged read(long seq, ByteBuffer value) {
    return new LogRecord.FamilyChanged(
        seq, new Identifier(UTF_8.decode(value.duplicate()).toString()));
  }
}
