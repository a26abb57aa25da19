package dev.graspd.bench.sync;

import dev.graspd.bench.git.load.SharedRepository;
import dev.graspd.bench.load.FrameBlock;
import dev.graspd.bench.load.Ingest;
import dev.graspd.bench.load.LoadClient;
import dev.graspd.bench.process.Hosts;
import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.process.Metrics;
import dev.graspd.bench.process.OwnServer;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The shared parts of the rows: a relay with all events of a repository, a slow connection to it,
 * and the server that hosts the repository; it starts again for each fetch, always at the same
 * port.
 */
final class SyncStage implements AutoCloseable {
  private static final Ingest.Shape PIPELINED = new Ingest.Shape(8, 1_000);
  private static final long OLDEST_SECONDS = 100_000;
  private static final Map<String, String> SETTINGS =
      Map.of(
          "NGIT_RELAY_OWNER_NSEC",
          Bech32.encode("nsec", Signer.named("bench").secret()),
          "NGIT_LOG_LEVEL",
          "warn");

  private final SyncScale scale;
  private final Path work;
  private final Hosts hosts;
  private final LoadClient client;
  private final int port = OwnServer.freePort();
  private @Nullable Source source;

  /** The relay that has everything. */
  record Source(
      Hosts.Host host, DelayProxy proxy, SharedRepository repository, RepositoryEvents events) {
    Metrics metrics() throws IOException {
      return Metrics.of(host.relay().uri());
    }
  }

  SyncStage(SyncScale scale, Path work, Hosts hosts, LoadClient client) throws IOException {
    this.scale = scale;
    this.work = work;
    this.hosts = hosts;
    this.client = client;
  }

  SyncScale scale() {
    return scale;
  }

  private URI follower() {
    return URI.create("ws://127.0.0.1:" + port + "/");
  }

  /** Returns the source; fills it at first use. */
  Source source() throws IOException, InterruptedException {
    if (source == null) {
      RepositoryEvents events = RepositoryEvents.of(scale.events());
      Path data = work.resolve("source");
      Launcher.remove(data);
      SortedMap<String, String> settings = new TreeMap<>(SETTINGS);
      settings.put("NGIT_RELAY_ACCEPT", "all");
      settings.put("NGIT_SYNC_ENABLED", "false");
      Hosts.Host host = hosts.start(data, OwnServer.freePort(), settings);
      DelayProxy proxy = new DelayProxy(host.relay().uri());
      SharedRepository repository =
          new SharedRepository(
              follower(),
              RepositoryEvents.OWNER,
              RepositoryEvents.IDENTIFIER,
              proxy.relay(),
              Instant.now().getEpochSecond() - OLDEST_SECONDS);
      source = new Source(host, proxy, repository, events);
      double _ = publish(host.relay().uri(), events.framesAfter(repository.announcement()));
    }
    return source;
  }

  /** Publishes events that must all be new and accepted; returns events per second. */
  double publish(URI target, FrameBlock frames) throws InterruptedException {
    return Ingest.welcomed(client, target, frames, PIPELINED);
  }

  /** Makes the data of a server that only hosts the repository. */
  void host() throws IOException, InterruptedException {
    Launcher.remove(directory());
    try (Hosts.Host _ = start(false, false)) {
      source().repository().push();
    }
  }

  /** Starts the server that hosts the repository. */
  Hosts.Host start(boolean sync, boolean negentropy) throws IOException, InterruptedException {
    SortedMap<String, String> settings = new TreeMap<>(SETTINGS);
    settings.put("NGIT_RELAY_ACCEPT", "grasp");
    settings.put("NGIT_SYNC_ENABLED", Boolean.toString(sync));
    settings.put("NGIT_SYNC_ALLOW_NON_GLOBAL_TARGETS", "true");
    settings.put("NGIT_SYNC_DISABLE_NEGENTROPY", Boolean.toString(!negentropy));
    settings.put("NGIT_SYNC_BATCH_WINDOW_MS", Long.toString(scale.window().toMillis()));
    return hosts.start(directory(), port, settings);
  }

  private Path directory() {
    return work.resolve("follower");
  }

  /**
   * Returns the rate at which clients publish the same events to an equal server, after the cold
   * ones.
   */
  double ingestPerSecond() throws IOException, InterruptedException {
    host();
    RepositoryEvents events = source().events();
    try (Hosts.Host server = start(false, false)) {
      URI uri = server.relay().uri();
      double _ = publish(uri, events.frames(0, scale.cold()));
      return publish(uri, events.frames(scale.cold(), events.size()));
    }
  }

  /** Fetches everything once; the server keeps its data. */
  Fetch fetch(Fetch.Terms terms) throws IOException, InterruptedException {
    host();
    return Fetch.of(this, terms);
  }

  @Override
  public void close() throws IOException {
    if (source != null) {
      source.proxy().close();
      source.host().close();
    }
  }
}
