package dev.graspd.server.store.lmdb.check;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.ArrivedTip;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.LostGitData;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.Waiting;
import dev.graspd.core.store.row.Life;
import dev.graspd.server.store.lmdb.row.LmdbFamilyRows;
import dev.graspd.server.store.lmdb.table.EventRecord;
import dev.graspd.server.store.lmdb.table.IdEntry;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.RepositoryCodec;
import dev.graspd.server.store.lmdb.table.RepositoryCodec.RefsRow;
import dev.graspd.server.store.lmdb.table.Table;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Checks that rows about repositories can be read and belong to something. */
final class RepositoryRowsCheck {
  private final ReadSession session;
  private final Consumer<String> problem;
  private final RowWalk rows;
  private final ByteBuffer expected = ByteBuffer.allocate(Keys.KEY_BYTES_MAX);

  RepositoryRowsCheck(ReadSession session, Consumer<String> problem) {
    this.session = session;
    this.problem = problem;
    this.rows = new RowWalk(session, problem);
  }

  void run() {
    rows.forEachRow(Table.REFS, this::refs);
    rows.forEachRow(Table.WAIT, this::waits);
    rows.forEachRow(Table.FAMILY_LOG, this::change);
    if (rows.count(Table.WAIT_HOME) != rows.count(Table.WAIT)) {
      problem.accept(
          "%d events wait, %d have a family"
              .formatted(rows.count(Table.WAIT), rows.count(Table.WAIT_HOME)));
    }
    if (rows.count(Table.FAMILY) != rows.count(Table.FAMILY_LOG)) {
      problem.accept(
          "%d families have a version, %d changes are in the log"
              .formatted(rows.count(Table.FAMILY), rows.count(Table.FAMILY_LOG)));
    }
    rows.forEachRow(Table.PLACEHOLDER, this::placeholder);
    rows.forEachRow(Table.SUBMISSION, this::submission);
    rows.forEachRow(Table.PACK, this::pack);
    rows.forEachRow(Table.ARRIVED, this::arrived);
    rows.forEachRow(Table.LOST, this::lost);
    new PackSumsCheck(session, problem).run();
  }

  private void refs(ByteBuffer key, ByteBuffer value) {
    RefsRow row = RepositoryCodec.readRefs(value);
    RepositoryCodec.putRepository(expected.clear(), row.repository());
    requireKey(key, "refs of " + row.repository());
  }

  private void waits(ByteBuffer key, ByteBuffer value) {
    EventId id = Keys.eventId(key, 0);
    Waiting row = RepositoryCodec.readWaiting(id, value);
    IdEntry entry = session.find(id);
    EventRecord record =
        entry == null || entry.life() != Life.HELD ? null : session.event(entry.seq());
    if (record == null) {
      problem.accept("event " + id + " waits and is not held");
    } else if (!row.equals(expected(row, record))) {
      problem.accept("event " + id + ": what is noted of its wait does not fit to it");
    }
    RepositoryCodec.putWaitHomeKey(session.key(), row.until().home(), id);
    if (session.get(Table.WAIT_HOME) == null) {
      problem.accept("event " + id + " waits in no family");
    }
  }

  private void change(ByteBuffer key, ByteBuffer value) {
    long seq = key.getLong(0);
    Identifier family = LmdbFamilyRows.read(seq, value).family();
    RepositoryCodec.putFamily(session.key(), family);
    ByteBuffer version = session.get(Table.FAMILY);
    if (version == null || version.getLong(0) != seq) {
      problem.accept("family " + family + " has another version than its last change");
    }
  }

  private static Waiting expected(Waiting row, EventRecord record) {
    return Waiting.of(record.event(), row.belongs(), row.from(), row.until());
  }

  private void placeholder(ByteBuffer key, ByteBuffer value) {
    Placeholder row = RepositoryCodec.readPlaceholder(value);
    RepositoryCodec.putPlaceholderKey(expected.clear(), row.event(), row.space());
    requireKey(key, "push for event " + row.event());
  }

  private void submission(ByteBuffer key, ByteBuffer value) {
    Submission row = RepositoryCodec.readSubmission(value);
    RepositoryCodec.putSubmissionKey(expected.clear(), row);
    requireKey(key, "submission " + row.event());
  }

  private void pack(ByteBuffer key, ByteBuffer value) {
    PackRecord row = RepositoryCodec.readPack(value);
    RepositoryCodec.putPackKey(expected.clear(), row.family(), row.name());
    requireKey(key, "pack " + row.name() + " of family " + row.family());
  }

  private void arrived(ByteBuffer key, ByteBuffer value) {
    ArrivedTip row = RepositoryCodec.readArrived(value);
    RepositoryCodec.putArrivedKey(expected.clear(), row);
    requireKey(key, "object " + row.tip() + " that arrived in family " + row.family());
  }

  private void lost(ByteBuffer key, ByteBuffer value) {
    LostGitData row = RepositoryCodec.readLost(value);
    RepositoryCodec.putFamily(expected.clear(), row.family());
    requireKey(key, "lost git data of family " + row.family());
  }

  private void requireKey(ByteBuffer key, String what) {
    if (!key.equals(expected.flip())) {
      problem.accept(what + ": stored under another key");
    }
  }
}
