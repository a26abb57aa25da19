package dev.graspd.bench.process;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.OptionalLong;

/** A relay under load. */
public interface Relay {
  URI uri();

  /** Returns the cost of its process so far, if it is ours. */
  Optional<ProcessCost> cost();

  /** Returns the number of commits of its store so far, if known. */
  OptionalLong commits();

  /** Makes its process return unused memory, if it is ours. */
  void collectGarbage() throws IOException, InterruptedException;

  /** A relay that we did not start. */
  record Foreign(URI uri) implements Relay {
    @Override
    public Optional<ProcessCost> cost() {
      return Optional.empty();
    }

    @Override
    public OptionalLong commits() {
      return OptionalLong.empty();
    }

    @Override
    public void collectGarbage() {}
  }
}
