package dev.graspd.server.store.lmdb;

import org.jspecify.annotations.Nullable;

/** Rows newest first, each event once. Holds nothing of a transaction between calls. */
interface RowSource {
  /** Returns the next row; null if the work is spent or there is none left. */
  @Nullable Row next(ReadSession session, Work work);

  /** Returns whether there is none left. */
  boolean isExhausted();
}
