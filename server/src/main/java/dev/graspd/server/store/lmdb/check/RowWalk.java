package dev.graspd.server.store.lmdb.check;

import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.Table;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Shows all rows of a table to a check, and reports those that cannot be read. */
record RowWalk(ReadSession session, Consumer<String> problem) {
  /** Looks at one row, and throws if it cannot be read. */
  interface RowCheck {
    void row(ByteBuffer key, ByteBuffer value);
  }

  /** Older stores may lack the table; then there are no rows. */
  void forEachRow(Table table, RowCheck check) {
    boolean found = session.first(table);
    for (int number = 1; found; number++) {
      try {
        check.row(session.foundKey(table), session.foundValue(table));
      } catch (RuntimeException e) {
        problem.accept("row %d of table %s cannot be read: %s".formatted(number, table, e));
      }
      found = session.next(table);
    }
  }

  long count(Table table) {
    return session.entries(table);
  }
}
