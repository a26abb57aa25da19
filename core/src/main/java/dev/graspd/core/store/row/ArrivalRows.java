package dev.graspd.core.store.row;

import java.util.OptionalLong;

/** For each minute in which an event came: its first number in the log. */
public interface ArrivalRows {
  /** Returns the minute of the last row, in seconds. */
  OptionalLong newestMinute();

  /** Puts a row behind all others. */
  void put(long seq, long minuteSeconds);

  /** Deletes the oldest rows until at most this many are left. */
  void trim(int kept);
}
