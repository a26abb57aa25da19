package dev.graspd.bench.git;

import dev.graspd.bench.process.Relay;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** What the rows share: the server under load, and the repositories on it and here. */
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
   * @param run sets this run's repositories apart from those of others on the same server
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

  /** Announces a repository that nobody has pushed to. */
  Hosted announced() {
    String name = "bench-" + ++repositories;
    Hosted hosted = new Hosted(server.uri(), Signer.named(run + " " + name), name + "-" + run);
    try (Publisher publisher = publisher()) {
      publisher.publish(hosted.announcement(nextEventSeconds()));
    }
    return hosted;
  }

  /** Returns a repository that is on the server; makes and pushes it where that is needed. */
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

  /** Publishes a state: what is pushed next must be this. */
  void sign(Hosted hosted, SortedMap<String, String> refs) {
    try (Publisher publisher = publisher()) {
      publisher.publish(hosted.state(nextEventSeconds(), refs));
    }
  }
}
