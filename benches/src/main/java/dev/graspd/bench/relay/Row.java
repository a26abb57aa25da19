package dev.graspd.bench.relay;

import dev.graspd.bench.Report;
import java.io.IOException;

/** One row of the performance page. */
interface Row {
  /** Returns the name for {@code --only}. */
  String name();

  /** Returns whether it looks at our process or needs a store of ours. */
  boolean needsOwnServer();

  void measure(Stage stage, Report report) throws IOException, InterruptedException;
}
