package dev.graspd.server.store.lmdb.query;

import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.Row;
import org.jspecify.annotations.Nullable;

/** Rows newest first, each event once. Holds nothing of a transaction between calls. */
interface RowSource {
  /** Returns the next row; null if the work is spent or there is none left. */
  @Nullable Row next(ReadSession session, ScanCost work);

  boolean isExhausted();
}
