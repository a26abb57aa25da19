package dev.graspd.bench.sync;

import dev.graspd.bench.Report;
import java.io.IOException;

/** One row of the performance page. */
interface SyncRow {
  /** Returns the name for {@code --only}. */
  String name();

  void measure(SyncStage stage, Report report) throws IOException, InterruptedException;
}
