package dev.graspd.bench.fire;

import dev.graspd.bench.load.Samples;
import dev.graspd.testkit.fire.HonestUser.Operation;
import dev.graspd.testkit.fire.HonestUser.Took;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The waits of an honest user, by operation. */
final class Waits {
  private final Map<Operation, Samples> samples = new EnumMap<>(Operation.class);

  void add(List<Took> round) {
    round.forEach(took -> of(took.operation()).add(took.time().toNanos()));
  }

  Samples of(Operation operation) {
    return samples.computeIfAbsent(operation, _ -> new Samples());
  }
}
