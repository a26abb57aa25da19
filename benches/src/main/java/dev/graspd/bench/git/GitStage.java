package dev.graspd.bench.git;

import dev.graspd.bench.git.load.Hosted;
import dev.graspd.bench.git.load.HttpConnection;
import dev.graspd.bench.git.load.Publisher;
import dev.graspd.bench.git.load.PushBody;
import dev.graspd.bench.git.load.Served;
import dev.graspd.bench.git.load.Shape;
import dev.graspd.bench.git.load.Source;
import dev.graspd.bench.process.Relay;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** The shared parts of the rows: the server under load, and the repositories on it and here. */
final class GitStage {
  /** Events are older than now, and each is newer than the one before. */
  private static final long OLDEST_SECONDS = 100_000;

  private final GitScale scale;
  private final Path work;
  private final Relay server;
  private final String run;
  private final SortedMap<String, Served> served = new TreeMap<>();
  private final AtomicLong eventSeconds =
      new AtomicLong(Instant.now().getEpochSecond() - OLDEST_SECONDS);
  private int repositories;

  /**
   * Begins without a repository.
   *
   * @param run makes this run's repositories unique on the server
   */
  GitStage(GitScale scale, Path work, Relay server, String run) {
    this.scale = scale;
    this.work = work;
    this.server = server;
    this.run = run;
  }

  GitScale scale() {
    return scale;
  }

  Path work() {
    return work;
  }

  Relay server() {
    return server;
  }

  /** Returns a new connection to the relay. */
  Publisher publisher() {
    return new Publisher(server.uri());
  }

  long nextEventSeconds() {
    return eventSeconds.incrementAndGet();
  }

  /** Announces a repository without a push. */
  Hosted announced() {
    String name = "bench-" + ++repositories;
    Hosted hosted = new Hosted(server.uri(), Signer.named(run + " " + name), name + "-" + run);
    try (Publisher publisher = publisher()) {
      publisher.publish(hosted.announcement(nextEventSeconds()));
    }
    return hosted;
  }

  /** Returns a repository on the server; makes and pushes it at first use. */
  Served served(Shape shape) throws IOException, InterruptedException {
    Served known = served.get(shape.name());
    if (known != null) {
      return known;
    }
    Source source = Source.of(shape, work);
    Served fresh = new Served(source, announced(), server);
    sign(fresh.hosted(), source.refs());
    try (HttpConnection connection = fresh.connect()) {
      byte[] body = PushBody.creating(source.refs(), Files.readAllBytes(source.pack()));
      PushBody.send(connection, fresh.path(), body);
    }
    served.put(shape.name(), fresh);
    return fresh;
  }

  /** Publishes a state for the next push. */
  void sign(Hosted hosted, SortedMap<String, String> refs) {
    try (Publisher publisher = publisher()) {
      publisher.publish(hosted.state(nextEventSeconds(), refs));
    }
  }
}
