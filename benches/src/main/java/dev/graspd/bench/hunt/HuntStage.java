package dev.graspd.bench.hunt;

import dev.graspd.bench.git.load.Hosted;
import dev.graspd.bench.git.load.Shape;
import dev.graspd.bench.git.load.Source;
import dev.graspd.bench.load.FrameBlock;
import dev.graspd.bench.load.Ingest;
import dev.graspd.bench.load.LoadClient;
import dev.graspd.bench.process.Hosts;
import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.process.Metrics;
import dev.graspd.bench.process.OwnServer;
import dev.graspd.bench.process.Relay;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The shared parts of the rows: a relay with the states, the server that follows it and fetches
 * their git data, and the git hosts. The hunt for an event of a relay begins after half a second;
 * for an event of a client, it waits three minutes for a push.
 */
final class HuntStage implements AutoCloseable {
  /** The time in which the server gathers events of a relay. */
  static final Duration GATHERED = Duration.ofMillis(500);

  /** The limits of a domain: the usual number at a time, and a rate that never matters. */
  static final int AT_ONCE_MAX = 5;

  private static final int A_MINUTE_MAX = 10_000;
  private static final Ingest.Shape PIPELINED = new Ingest.Shape(4, 500);
  private static final long OLDEST_SECONDS = 100_000;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long POLL_MILLIS = 50;

  /** After such a silence, the server has nothing else to ask a relay. */
  private static final Duration QUIET = Duration.ofSeconds(1);

  private static final Map<String, String> SETTINGS =
      Map.of(
          "NGIT_RELAY_OWNER_NSEC", Bech32.encode("nsec", Signer.named("bench").secret()),
          "NGIT_MAX_NEW_REPOS_PER_HOUR_PER_IP", "1000000",
          "NGIT_LOG_LEVEL", "error");

  private final HuntScale scale;
  private final Path work;
  private final Hosts hosts;
  private final LoadClient client;
  private final String run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
  private final SortedMap<String, GitHost> gitHosts = new TreeMap<>();
  private long eventSeconds = Instant.now().getEpochSecond() - OLDEST_SECONDS;
  private int repositories;
  private @Nullable Running running;

  private record Running(Hosts.Host relay, Hosts.Host server) {}

  /** An announced repository without git data, and its unpublished state. */
  record Sought(Hosted hosted, Event state) {}

  HuntStage(HuntScale scale, Path work, Hosts hosts, LoadClient client) {
    this.scale = scale;
    this.work = work;
    this.hosts = hosts;
    this.client = client;
  }

  HuntScale scale() {
    return scale;
  }

  Path work() {
    return work;
  }

  long nextEventSeconds() {
    return ++eventSeconds;
  }

  // ---- servers

  /** Returns the host that has such a repository. */
  GitHost gitHost(Shape shape) throws IOException, InterruptedException {
    @Nullable GitHost known = gitHosts.get(shape.name());
    if (known != null) {
      return known;
    }
    GitHost host = new GitHost(Source.of(shape, work));
    gitHosts.put(shape.name(), host);
    return host;
  }

  /** Returns the server that fetches. */
  Relay server() throws IOException, InterruptedException {
    return running().server().relay();
  }

  /** Returns the address of the relay that it follows. */
  URI relay() throws IOException, InterruptedException {
    return running().relay().relay().uri();
  }

  private Running running() throws IOException, InterruptedException {
    if (running == null) {
      SortedMap<String, String> relaySettings = new TreeMap<>(SETTINGS);
      relaySettings.put("NGIT_RELAY_ACCEPT", "all");
      relaySettings.put("NGIT_SYNC_ENABLED", "false");
      Hosts.Host relay = start("relay", relaySettings);
      running = new Running(relay, start("server", serverSettings(relay.relay().uri())));
    }
    return running;
  }

  private SortedMap<String, String> serverSettings(URI relay)
      throws IOException, InterruptedException {
    SortedMap<String, String> settings = new TreeMap<>(SETTINGS);
    settings.put("NGIT_RELAY_ACCEPT", "grasp");
    settings.put("NGIT_SYNC_ENABLED", "true");
    settings.put("NGIT_SYNC_ALLOW_NON_GLOBAL_TARGETS", "true");
    settings.put("NGIT_SYNC_BOOTSTRAP_RELAY_URL", relay.toString());
    settings.put("NGIT_SYNC_BATCH_WINDOW_MS", "50");
    settings.put("NGIT_SYNC_DOMAIN_OVERRIDES", "127.0.0.1:" + AT_ONCE_MAX + "," + A_MINUTE_MAX);
    return settings;
  }

  private Hosts.Host start(String name, Map<String, String> settings)
      throws IOException, InterruptedException {
    Path data = work.resolve(name);
    Launcher.remove(data);
    return hosts.start(data, OwnServer.freePort(), settings);
  }

  // ---- operations

  /** Announces repositories to the server, which then follows the relay for their states. */
  List<Sought> announced(int count, GitHost host) throws IOException, InterruptedException {
    List<Sought> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Hosted hosted = newRepository();
      all.add(new Sought(hosted, hosted.state(nextEventSeconds(), host.source().refs())));
    }
    double before = asked();
    List<Event> announcements = new ArrayList<>();
    for (Sought one : all) {
      announcements.add(announcement(one.hosted(), host.url(one.hosted().identifier())));
    }
    double _ = Ingest.welcomed(client, server().uri(), frames(announcements), PIPELINED);
    awaitFollowing(before);
    return all;
  }

  Hosted newRepository() throws IOException, InterruptedException {
    String name = "hunt-" + ++repositories + "-" + run;
    return new Hosted(server().uri(), Signer.named(name), name);
  }

  Event announcement(Hosted hosted, String... places) throws IOException, InterruptedException {
    return hosted.announcement(
        nextEventSeconds(), List.of(hosted.relay(), relay().toString()), List.of(places));
  }

  /** Publishes the states of all at the relay. */
  void publish(List<Sought> sought) throws IOException, InterruptedException {
    double _ = Ingest.welcomed(client, relay(), frames(states(sought)), PIPELINED);
  }

  static List<Event> states(List<Sought> sought) {
    return sought.stream().map(Sought::state).toList();
  }

  static List<String> names(List<Sought> sought) {
    return sought.stream().map(one -> one.hosted().identifier()).toList();
  }

  private static FrameBlock frames(List<Event> events) {
    FrameBlock.Builder frames = new FrameBlock.Builder();
    events.forEach(event -> frames.add("[\"EVENT\",", event.json(), "]"));
    return frames.build();
  }

  /** Hunts for so many at a time, so that the server's code is compiled. */
  void warmUp(HuntScale.Hunts hunts) throws IOException, InterruptedException {
    List<Sought> sought = announced(hunts.warmUps(), gitHost(hunts.shape()));
    try (Arrivals arrivals = new Arrivals(server().uri())) {
      publish(sought);
      long _ = arrivals.await(states(sought));
    }
  }

  /** Waits until the server has sent new requests to the relay, and then none for a while. */
  private void awaitFollowing(double before) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    double last = before;
    long changed = System.nanoTime();
    while (last == before || System.nanoTime() - changed < QUIET.toNanos()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("the server does not follow the relay");
      }
      Thread.sleep(POLL_MILLIS);
      double now = asked();
      changed = now == last ? changed : System.nanoTime();
      last = now;
    }
  }

  private double asked() throws IOException, InterruptedException {
    return Metrics.of(relay()).sum("ngit_websocket_messages_received_total");
  }

  /** Waits for a condition. */
  static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("not in time: " + what);
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  @Override
  public void close() {
    if (running != null) {
      running.server().close();
      running.relay().close();
    }
    gitHosts.values().forEach(GitHost::close);
  }
}
