package dev.graspd.bench.git;

import dev.graspd.bench.process.ProcessCost;
import dev.graspd.bench.process.Relay;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;

/** A repository on the server under load, and the same here for C git. */
record Served(Source source, Hosted hosted, Relay server) {
  /** Does something and says how many nanoseconds of waiting for the server it took. */
  interface Work {
    long run() throws IOException, InterruptedException;
  }

  String path() {
    return hosted.path();
  }

  HttpConnection connect() throws IOException {
    return new HttpConnection(server.uri());
  }

  /** Returns what one of so many operations took. */
  Spent spending(int times, Work work) throws IOException, InterruptedException {
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
