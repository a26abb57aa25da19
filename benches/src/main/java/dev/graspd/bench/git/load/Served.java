package dev.graspd.bench.git.load;

import dev.graspd.bench.process.ProcessCost;
import dev.graspd.bench.process.Relay;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;

/** A repository on the server under load, and its copy for C git. */
public record Served(Source source, Hosted hosted, Relay server) {
  /** Runs operations; returns the nanoseconds of waiting for the server. */
  public interface Work {
    long run() throws IOException, InterruptedException;
  }

  public String path() {
    return hosted.path();
  }

  public HttpConnection connect() throws IOException {
    return new HttpConnection(server.uri());
  }

  /** Returns the cost of one of so many operations. */
  public Spent spending(int times, Work work) throws IOException, InterruptedException {
    Optional<ProcessCost> before = server.cost();
    long nanos = work.run();
    OptionalDouble cpu =
        before
            .flatMap(earlier -> server.cost().map(now -> now.since(earlier).cpuSeconds() / times))
            .map(OptionalDouble::of)
            .orElse(OptionalDouble.empty());
    return new Spent(nanos / 1e9 / times, cpu);
  }
}
