package dev.graspd.core.store.row;

import dev.graspd.core.store.LogRecord;

/**
 * The numbers of the log, and its records that are not events. The other records are rows of their
 * own: an event that is here ({@link EventRows}), and the last change of each family ({@link
 * FamilyRows}).
 */
public interface LogRows {
  /** Returns the last number that was given, those of this transaction included. */
  long lastSeq();

  /** Gives the next number. */
  long nextSeq();

  void put(LogRecord.Removed removed);

  void put(LogRecord.RefsMoved moved);

  void put(LogRecord.BansChanged changed);

  /** Deletes the oldest records that {@code put} wrote, until at most this many are left. */
  void trim(int kept);
}
