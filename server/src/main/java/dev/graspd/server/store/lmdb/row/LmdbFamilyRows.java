package dev.graspd.server.store.lmdb.row;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.row.FamilyRows;
import dev.graspd.server.store.lmdb.table.RepositoryCodec;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;

/** The versions of families, with their records in the log. */
public record LmdbFamilyRows(WriteSession session) implements FamilyRows {
  @Override
  public long version(Identifier family) {
    RepositoryCodec.putFamily(session.key(), family);
    ByteBuffer stored = session.get(Table.FAMILY);
    return stored == null ? 0 : stored.getLong(0);
  }

  @Override
  public void put(Identifier family, long seq) {
    long before = version(family);
    if (before != 0) {
      session.key().putLong(before);
      session.delete(Table.FAMILY_LOG);
      session.unlogged(before);
    }
    byte[] text = family.text().getBytes(UTF_8);
    session.key().putLong(seq);
    session.putLast(Table.FAMILY_LOG, session.value(text.length).put(text).flip());
    RepositoryCodec.putFamily(session.key(), family);
    session.put(Table.FAMILY, session.value(Long.BYTES).putLong(seq).flip());
    session.logged(new LogRecord.FamilyChanged(seq, family));
  }

  /** Reads a row of {@link Table#FAMILY_LOG}. */
  public static LogRecord.FamilyChanged read(long seq, ByteBuffer value) {
    return new LogRecord.FamilyChanged(
        seq, new Identifier(UTF_8.decode(value.duplicate()).toString()));
  }
}
