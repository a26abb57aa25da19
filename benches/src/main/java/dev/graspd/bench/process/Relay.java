package dev.graspd.bench.process;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.OptionalLong;

/** A relay under load. */
public interface Relay {
  URI uri();

  /** Returns what its process has cost so far, if we may look at it. */
  Optional<ProcessCost> cost();

  /** Returns how many transactions its store has committed so far, if it tells. */
  OptionalLong commits();

  /** Makes its process give back memory that it does not need, if we may. */
  void collectGarbage() throws IOException, InterruptedException;

  /** One that somebody else has started. */
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
