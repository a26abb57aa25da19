package dev.graspd.bench.relay;

import dev.graspd.bench.report.BenchRow;

/** One row of the relay. */
interface Row extends BenchRow<Stage> {
  /** Returns whether it needs our process or our store. */
  boolean needsOwnServer();
}
