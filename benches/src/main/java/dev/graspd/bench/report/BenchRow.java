package dev.graspd.bench.report;

import java.io.IOException;

/**
 * One row of the performance page.
 *
 * @param <S> the stage on which it is measured
 */
public interface BenchRow<S> {
  /** Returns the name for {@code --only}. */
  String name();

  void measure(S stage, Report report) throws IOException, InterruptedException;
}
