package dev.graspd.bench.relay;

import dev.graspd.bench.BenchRow;

/** One row of the relay. */
interface Row extends BenchRow<Stage> {
  /** Returns whether it looks at our process or needs a store of ours. */
  boolean needsOwnServer();
}
