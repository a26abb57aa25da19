package dev.graspd.bench.git;

import dev.graspd.bench.Report;
import java.io.IOException;

/** One row of the performance page. */
interface GitRow {
  /** Returns the name for {@code --only}. */
  String name();

  void measure(GitStage stage, Report report) throws IOException, InterruptedException;
}
