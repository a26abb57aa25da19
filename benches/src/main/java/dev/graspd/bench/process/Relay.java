package dev.graspd.bench.process;

import java.net.URI;
import java.util.Optional;

/** A relay under load. */
public interface Relay {
  URI uri();

  /** Returns what its process has cost so far, if we may look at it. */
  Optional<ProcessCost> cost();

  /** One that somebody else has started. */
  record Foreign(URI uri) implements Relay {
    @Override
    public Optional<ProcessCost> cost() {
      return Optional.empty();
    }
  }
}
