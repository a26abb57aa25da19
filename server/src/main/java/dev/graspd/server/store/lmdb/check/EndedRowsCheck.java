package dev.graspd.server.store.lmdb.check;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.row.Life;
import dev.graspd.server.store.lmdb.table.EndedCodec;
import dev.graspd.server.store.lmdb.table.IdEntry;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.RepositoryCodec;
import dev.graspd.server.store.lmdb.table.Table;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Checks the rows about ended repositories. */
final class EndedRowsCheck {
  private final ReadSession session;
  private final Consumer<String> problem;
  private final RowWalk rows;
  private final ByteBuffer expected = ByteBuffer.allocate(Keys.KEY_BYTES_MAX);

  EndedRowsCheck(ReadSession session, Consumer<String> problem) {
    this.session = session;
    this.problem = problem;
    this.rows = new RowWalk(session, problem);
  }

  void run() {
    rows.forEachRow(Table.HOLDING, this::holding);
    rows.forEachRow(Table.ASIDE_FOR, this::member);
    rows.forEachRow(Table.ASIDE, this::event);
    compareCounts();
  }

  private void holding(ByteBuffer key, ByteBuffer value) {
    EndedRepository row = EndedCodec.read(value);
    RepositoryCodec.putRepository(expected.clear(), row.repository());
    if (!key.equals(expected.flip())) {
      problem.accept("what is kept of " + row.repository() + ": stored under another key");
    }
  }

  private void member(ByteBuffer key, ByteBuffer value) {
    int repositoryBytes = key.limit() - Bytes32.BYTES;
    EventId id = Keys.eventId(key, repositoryBytes);
    if (value.get(0) != 0 && value.get(0) != 1) {
      problem.accept("event " + id + ": whether it waited cannot be read");
    }
    session.key().put(key.slice(0, repositoryBytes));
    if (session.get(Table.HOLDING) == null) {
      problem.accept("event " + id + " is set aside for a repository of which nothing is kept");
    }
    Keys.putBytes32(session.key(), id).put(key.slice(0, repositoryBytes));
    if (session.get(Table.ASIDE_OF) == null) {
      problem.accept("event " + id + " is set aside and would not be found");
    }
    IdEntry entry = session.find(id);
    if (entry == null || entry.life() != Life.ASIDE) {
      problem.accept("event " + id + " is to be set aside and is not");
    }
  }

  private void event(ByteBuffer key, ByteBuffer value) {
    EventId id = Keys.eventId(key, key.limit() - Bytes32.BYTES);
    Keys.putBytes32(session.key(), id);
    boolean found = session.seek(Table.ASIDE_OF, this);
    if (!found || !Keys.eventId(session.foundKey(Table.ASIDE_OF), 0).equals(id)) {
      problem.accept("event " + id + " is set aside for nobody");
    }
  }

  private void compareCounts() {
    long members = rows.count(Table.ASIDE_FOR);
    long reverse = rows.count(Table.ASIDE_OF);
    if (members != reverse) {
      problem.accept("%d events are set aside, and %d are found".formatted(members, reverse));
    }
  }
}
