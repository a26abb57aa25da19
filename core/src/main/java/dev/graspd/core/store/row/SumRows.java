package dev.graspd.core.store.row;

/** The sums. One without a row is 0. */
public interface SumRows {
  long get(Sum sum);

  /** Puts a sum; 0 deletes the row. */
  void put(Sum sum, long bytes);

  /** Deletes every {@link Sum.DormantFrom} of an earlier day. */
  void deleteDaysBefore(long day);
}
