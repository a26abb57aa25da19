package dev.graspd.server.store.lmdb;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.server.store.lmdb.RepositoryCodec.RefsRow;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Reads the rows about repositories and tells which cannot be read or belong to nothing. */
final class RepositoryRowsCheck {
  private final ReadSession session;
  private final Consumer<String> problem;
  private final ByteBuffer expected = ByteBuffer.allocate(Keys.KEY_BYTES_MAX);

  RepositoryRowsCheck(ReadSession session, Consumer<String> problem) {
    this.session = session;
    this.problem = problem;
  }

  void run() {
    forEachRow(Table.REFS, this::refs);
    forEachRow(Table.WAIT, this::waits);
    forEachRow(Table.PLACEHOLDER, this::placeholder);
    forEachRow(Table.SUBMISSION, this::submission);
    forEachRow(Table.PACK, this::pack);
  }

  private interface RowCheck {
    void row(ByteBuffer key, ByteBuffer value);
  }

  /** A store that never hosted may be without these tables. */
  private void forEachRow(Table table, RowCheck check) {
    boolean found = session.has(table) && session.first(table);
    for (int number = 1; found; number++) {
      try {
        check.row(session.foundKey(table), session.foundValue(table));
      } catch (RuntimeException e) {
        problem.accept("row %d of table %s cannot be read: %s".formatted(number, table, e));
      }
      found = session.next(table);
    }
  }

  private void refs(ByteBuffer key, ByteBuffer value) {
    RefsRow row = RepositoryCodec.readRefs(value);
    RepositoryCodec.putRepository(expected.clear(), row.repository());
    requireKey(key, "refs of " + row.repository());
  }

  private void waits(ByteBuffer key, ByteBuffer value) {
    RepositoryCodec.readWait(value);
    EventId id = Keys.eventId(key, 0);
    IdEntry entry = session.find(id);
    if (entry == null || entry.life() != Life.HELD) {
      problem.accept("event " + id + " waits and is not held");
    }
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

  private void requireKey(ByteBuffer key, String what) {
    if (!key.equals(expected.flip())) {
      problem.accept(what + ": stored under another key");
    }
  }
}
