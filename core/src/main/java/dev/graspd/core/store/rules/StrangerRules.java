package dev.graspd.core.store.rules;

import dev.graspd.core.store.row.StrangerRows;
import dev.graspd.core.store.row.Sum;
import dev.graspd.core.store.row.SumRows;
import java.util.OptionalLong;

/** Counts the bytes of server lists of unknown keys: each of them, and in total. */
record StrangerRules(StrangerRows rows, SumRows sums) {
  private static final Sum ALL = new Sum.StrangerLists();

  void add(long seq, long bytes) {
    rows.put(seq, bytes);
    sums.put(ALL, inAll() + bytes);
  }

  /** A list is gone, or no stranger's any longer; one that was not counted changes nothing. */
  void forget(long seq) {
    OptionalLong bytes = rows.bytesOf(seq);
    if (bytes.isPresent()) {
      rows.delete(seq);
      sums.put(ALL, inAll() - bytes.getAsLong());
    }
  }

  /** Returns the number of the oldest one in the log. */
  OptionalLong oldest() {
    return rows.oldest();
  }

  long inAll() {
    return sums.get(ALL);
  }
}
