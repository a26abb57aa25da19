package dev.graspd.bench.git.load;

import dev.graspd.bench.process.ProcessCost;
import dev.graspd.bench.process.Relay;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The cost of one operation.
 *
 * @param wallSeconds until the end of the answer
 * @param cpuSeconds of the process that answered, if it is ours
 */
public record Spent(double wallSeconds, OptionalDouble cpuSeconds) {
  /** Runs operations; returns the nanoseconds of waiting for the server. */
  public interface Work {
    long run() throws IOException, InterruptedException;
  }

  /** Returns the cost of one of so many operations on a server. */
  public static Spent on(Relay server, int times, Work work)
      throws IOException, InterruptedException {
    Optional<ProcessCost> before = server.cost();
    long nanos = work.run();
    OptionalDouble cpu =
        before
            .flatMap(earlier -> server.cost().map(now -> now.since(earlier).cpuSeconds() / times))
            .map(OptionalDouble::of)
            .orElse(OptionalDouble.empty());
    return new Spent(nanos / 1e9 / times, cpu);
  }

  /** Returns the cost of one operation, if this is that of so many. */
  public Spent dividedBy(int count) {
    return new Spent(
        wallSeconds / count,
        cpuSeconds.isPresent() ? OptionalDouble.of(cpuSeconds.getAsDouble() / count) : cpuSeconds);
  }
}
