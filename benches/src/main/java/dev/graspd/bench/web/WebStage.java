package dev.graspd.bench.web;

import dev.graspd.bench.git.load.Hosted;
import dev.graspd.bench.git.load.HttpConnection;
import dev.graspd.bench.git.load.PlainGit;
import dev.graspd.bench.git.load.Publisher;
import dev.graspd.bench.git.load.PushBody;
import dev.graspd.bench.git.load.Served;
import dev.graspd.bench.git.load.Source;
import dev.graspd.bench.process.GcLog;
import dev.graspd.bench.process.Hosts;
import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.process.OwnServer;
import dev.graspd.bench.report.Report;
import dev.graspd.bench.start.SmallRepositories;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.upkeep.UpkeepRules;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The shared parts of the rows: one repository, on a server whose settings depend on the row, and
 * bare for the peers. Both have one pack, and a commit graph if the repository is large enough.
 */
final class WebStage implements AutoCloseable {
  /** How the server is started. */
  enum Mode {
    /** It repacks at once, without waiting for a quiet repository. */
    UPKEEP,
    NO_CACHE,
    USUAL,
    /** It believes clients of this machine which addresses they stand for, as it does a proxy. */
    SMALL_HEAP;

    private Map<String, String> settings(GcLog log) {
      return switch (this) {
        case UPKEEP ->
            Map.of(
                "NGIT_UPKEEP_BYTES_PER_HOUR",
                Long.toString(1L << 40),
                "NGIT_TEST_TIME_SCALE",
                "60");
        case NO_CACHE -> Map.of("NGIT_PAGE_CACHE_BYTES", "0");
        case USUAL -> Map.of();
        case SMALL_HEAP ->
            Map.of(
                "NGIT_TRUSTED_PROXY_CIDRS",
                "127.0.0.0/8",
                "GRASPD_JAVA_OPTS",
                "-Xmx512m " + log.option());
      };
    }
  }

  /** Events are older than now, and each is newer than the one before. */
  private static final long OLDEST_SECONDS = 100_000;

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int POLL_MILLIS = 200;
  private static final String GIT = ".git";

  private static final Map<String, String> SETTINGS =
      Map.of(
          "NGIT_RELAY_ACCEPT", "grasp",
          "NGIT_SYNC_ENABLED", "false",
          "NGIT_UPKEEP_BYTES_PER_HOUR", "0",
          "NGIT_RELAY_OWNER_NSEC", Bech32.encode("nsec", Signer.named("bench").secret()),
          "NGIT_LOG_LEVEL", "warn");

  private final WebScale scale;
  private final Path work;
  private final Hosts hosts;
  private final int port;
  private final Hosted hosted;
  private final Source source;
  private final List<Cgi> peers = new ArrayList<>();
  private final AtomicLong eventSeconds =
      new AtomicLong(Instant.now().getEpochSecond() - OLDEST_SECONDS);
  private @Nullable Running running;

  private record Running(Mode mode, Hosts.Host host) {}

  WebStage(WebScale scale, Path work, Hosts hosts) throws IOException, InterruptedException {
    this.scale = scale;
    this.work = work;
    this.hosts = hosts;
    this.port = OwnServer.freePort();
    this.hosted =
        new Hosted(
            URI.create("ws://127.0.0.1:" + port + "/"),
            Signer.named("owner of pages"),
            "bench-web");
    this.source = Source.of(scale.shape(), work);
    PlainGit.run(source.bare(), "commit-graph", "write", "--reachable", "--changed-paths");
    push();
  }

  // ---- the repository

  private void push() throws IOException, InterruptedException {
    Launcher.remove(data());
    Served served = served(Mode.UPKEEP);
    try (Publisher publisher = new Publisher(hosted.server())) {
      publisher.publish(hosted.announcement(nextEventSeconds()));
      publisher.publish(hosted.state(nextEventSeconds(), source.refs()));
    }
    try (HttpConnection connection = served.connect()) {
      PushBody.send(
          connection,
          served.path(),
          PushBody.creating(source.refs(), Files.readAllBytes(source.pack())));
    }
    if (source.objects() >= UpkeepRules.forHeap(0).bitmapObjectsMin()) {
      awaitUpkeep();
    }
  }

  /** The server writes a commit graph together with a bitmap. */
  private void awaitUpkeep() throws IOException, InterruptedException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!hasBitmap()) {
      if (System.nanoTime() > until) {
        throw new IOException("the server does not repack the repository");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private boolean hasBitmap() throws IOException {
    try (Stream<Path> files = Files.walk(data().resolve("git").resolve("families"))) {
      return files.anyMatch(file -> file.toString().endsWith(".bitmap"));
    }
  }

  Pages pages() {
    return new Pages(source);
  }

  /** Returns the path of something below the repository's page. */
  String below(String path) {
    return hosted.path().substring(0, hosted.path().length() - GIT.length()) + path;
  }

  String path(Page page) {
    return below(page.own());
  }

  /** Returns requests for these pages. */
  List<Ask> asks(List<Page> pages) {
    return pages.stream().map(page -> Ask.page(path(page), page.shown())).toList();
  }

  long nextEventSeconds() {
    return eventSeconds.incrementAndGet();
  }

  // ---- the peers

  /** Searches for the peers; those that are not here are said. */
  void findPeers(Report report) throws IOException, InterruptedException {
    Page first = pages().trees().getFirst();
    for (Peer peer : Peer.values()) {
      Cgi.find(peer, peer.program(), source.bare(), work, first, report).ifPresent(peers::add);
    }
  }

  List<Cgi> peers() {
    return List.copyOf(peers);
  }

  // ---- the servers

  WebScale scale() {
    return scale;
  }

  /** Returns the repository on a server of this mode, which is started if another one runs. */
  Served served(Mode mode) throws IOException, InterruptedException {
    if (running == null || running.mode() != mode) {
      stop();
      Files.deleteIfExists(gcLog().file());
      running = new Running(mode, hosts.start(data(), port, settings(mode)));
    }
    return new Served(source, hosted, running.host().relay());
  }

  Visitor visitor(Mode mode) throws IOException, InterruptedException {
    return new Visitor(served(mode).server());
  }

  /** Stops the server, so that it costs others nothing. */
  void stop() {
    if (running != null) {
      running.host().close();
      running = null;
    }
  }

  /** Starts a server with so many small repositories. */
  Hosts.Host listing(int repositories) throws IOException, InterruptedException {
    return host(
        new SmallRepositories(work, SmallRepositories.Naming.THIS_SERVER_ALONE)
            .prepared(repositories));
  }

  /** Returns data with one repository of many threads. */
  ManyThreads.Made manyThreads() throws IOException {
    return new ManyThreads(work).prepared(scale.threads());
  }

  /** Starts a server on made data, without a page cache. */
  Hosts.Host host(Path made) throws IOException, InterruptedException {
    SortedMap<String, String> settings = new TreeMap<>(settings(Mode.NO_CACHE));
    settings.put("NGIT_DOMAIN", SmallRepositories.DOMAIN);
    return hosts.start(made, OwnServer.freePort(), settings);
  }

  /** Returns the most heap that the server used, if it has a small one. */
  OptionalDouble heapMegabytes() throws IOException {
    return gcLog().peakMegabytes();
  }

  private SortedMap<String, String> settings(Mode mode) {
    SortedMap<String, String> settings = new TreeMap<>(SETTINGS);
    settings.putAll(mode.settings(gcLog()));
    return settings;
  }

  private GcLog gcLog() {
    return new GcLog(work.resolve("gc.log"));
  }

  private Path data() {
    return work.resolve("server");
  }

  @Override
  public void close() {
    stop();
  }
}
