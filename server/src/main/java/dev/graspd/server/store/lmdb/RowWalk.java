package dev.graspd.server.store.lmdb;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Shows all rows of a table to a check, and tells of those that cannot be read. */
record RowWalk(ReadSession session, Consumer<String> problem) {
  /** Looks at one row, and throws if it cannot be read. */
  interface RowCheck {
    void row(ByteBuffer key, ByteBuffer value);
  }

  /** A store of earlier servers, or of one that never hosted, may be without the table. */
  void forEachRow(Table table, RowCheck check) {
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

  long count(Table table) {
    return session.has(table) ? session.entries(table) : 0;
  }
}
