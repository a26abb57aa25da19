package dev.graspd.server.store.lmdb.check;

import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.store.row.Sum;
import dev.graspd.server.store.lmdb.row.LmdbSumRows;
import dev.graspd.server.store.lmdb.table.EventRecord;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.Table;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Checks the rows of server lists of unknown keys. */
final class StrangerRowsCheck {
  private final ReadSession session;
  private final Consumer<String> problem;
  private long sum;

  StrangerRowsCheck(ReadSession session, Consumer<String> problem) {
    this.session = session;
    this.problem = problem;
  }

  void run() {
    new RowWalk(session, problem).forEachRow(Table.STRANGER_LIST, this::check);
    Sum all = new Sum.StrangerLists();
    LmdbSumRows.putKey(session.key(), all);
    ByteBuffer stored = session.get(LmdbSumRows.tableOf(all));
    long told = stored == null ? 0 : stored.getLong(0);
    if (told != sum) {
      problem.accept("strangers' lists take %d bytes, not %d".formatted(sum, told));
    }
  }

  private void check(ByteBuffer key, ByteBuffer value) {
    long seq = key.getLong(0);
    sum += value.getLong(0);
    EventRecord record = session.event(seq);
    if (record == null || !record.life().isServed() || record.kind() != Kinds.GRASP_LIST) {
      problem.accept("event " + seq + " counts as a stranger's list and is none");
    }
  }
}
