package dev.graspd.core.store.query;

import dev.graspd.core.store.blocking.Blocking;

/** A count in slices. */
@Blocking
public interface CountRun {
  /** Continues for about this much work; returns whether the count is final. */
  boolean next(int maxWork);

  /** Returns the number counted so far. */
  long counted();

  /** Returns the work done so far. */
  long workDone();
}
