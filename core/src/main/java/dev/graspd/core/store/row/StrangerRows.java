package dev.graspd.core.store.row;

import java.util.OptionalLong;

/** The lists of servers that came from strangers, by their number in the log. */
public interface StrangerRows {
  /** Puts a list that is newer than all others, with the bytes that it takes. */
  void put(long seq, long bytes);

  /** Returns the bytes that a list takes; empty if it is no stranger's. */
  OptionalLong bytesOf(long seq);

  void delete(long seq);

  OptionalLong oldest();
}
