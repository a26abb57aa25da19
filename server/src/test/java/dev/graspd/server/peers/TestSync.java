package dev.graspd.server.peers;

import dev.graspd.core.nostr.TagLimits;
import dev.graspd.core.nostr.message.MessageLimits;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.refusal.RefusalMemory;
import dev.graspd.core.sync.relays.HealthSettings;
import dev.graspd.core.sync.relays.RelayView;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.core.sync.relays.SyncSettings;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.egress.Egress;
import dev.graspd.server.egress.dial.EgressRules;
import dev.graspd.server.egress.dial.EgressSetup;
import dev.graspd.server.egress.dial.EgressTimes;
import dev.graspd.server.egress.dns.JdkResolver;
import dev.graspd.server.gate.Gate;
import dev.graspd.server.peers.link.AuthSigner;
import dev.graspd.server.peers.link.LinkClock;
import dev.graspd.server.peers.link.Links;
import dev.graspd.server.peers.link.OwnSide;
import dev.graspd.server.peers.local.ArrivalCount;
import dev.graspd.server.peers.local.CountedSync;
import dev.graspd.server.peers.local.EventSifter;
import dev.graspd.server.peers.local.OwnSets;
import dev.graspd.server.peers.local.PeerReception;
import dev.graspd.server.peers.local.ScriptedLapses;
import dev.graspd.server.peers.local.TestGate;
import dev.graspd.server.peers.local.ThreadWalk;
import dev.graspd.server.peers.status.SyncLog;
import dev.graspd.server.peers.status.SyncWatch;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.store.ModelEventStore;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;

/** Event sync with one relay to start from: everything is real but the store. */
final class TestSync implements AutoCloseable {
  static final Instant NOW = Instant.ofEpochSecond(EventBuilder.DEFAULT_CREATED_AT + 1_000);
  static final Signer SERVER = Signer.named("server");
  private static final Duration LONG = Duration.ofSeconds(30);

  /** Relays of tests do not answer a goodbye unless they say so. */
  private static final Duration GOODBYE = Duration.ofMillis(100);

  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Duration CHECK_EVERY = Duration.ofMillis(100);

  /** Makes the 2 s between two overviews 20 ms. */
  private static final int OVERVIEW_SCALE = 100;

  final TestGate world = new TestGate(NOW);
  final RelayUrl relay;
  final Switchboard switchboard = new Switchboard();
  final SyncHost host;
  final ToldReader told = new ToldReader();
  final CountedSync metrics = new CountedSync();
  private final SyncWatch watch;
  private final ModelEventStore store = world.store;
  private final ExecutorService readers = Executors.newSingleThreadExecutor();
  private final JdkResolver resolver = new JdkResolver(LONG);
  private final Egress egress;
  private final Links links;

  /**
   * @param patience how long a connection may take to open, and the pause after a failure
   */
  TestSync(int port, Duration patience) throws NoSuchAlgorithmException, InterruptedException {
    this(port, patience, world -> world.gate);
  }

  TestSync(int port, Duration patience, Function<TestGate, Gate> gate)
      throws NoSuchAlgorithmException, InterruptedException {
    this(List.of("127.0.0.1:" + port), patience, gate, new ByteBudget("peers", 1L << 30));
  }

  /**
   * Sync with several relays to start from.
   *
   * @param relays host and port of each
   * @param budget what relays' bytes are charged to
   */
  TestSync(List<String> relays, Duration patience, Function<TestGate, Gate> gate, ByteBudget budget)
      throws NoSuchAlgorithmException, InterruptedException {
    List<RelayUrl> urls =
        relays.stream().map(one -> RelayUrl.parse("ws://" + one).orElseThrow()).toList();
    relay = urls.getFirst();
    SyncSettings settings =
        new SyncSettings(
            new TreeSet<>(urls),
            Duration.ofMillis(5),
            Duration.ZERO,
            CHECK_EVERY,
            10,
            Duration.ofHours(12),
            new HealthSettings(patience, Duration.ofHours(1)));
    egress =
        Egress.open(
            new EgressSetup(
                EgressRules.STRICT,
                new EgressTimes(LONG, LONG, GOODBYE, patience),
                "graspd/test",
                resolver,
                SSLContext.getDefault(),
                new SecureRandom()));
    SyncLog log = new SyncLog(metrics);
    LinkClock linkClock = new LinkClock(System::nanoTime, () -> NOW, 1);
    links = new Links(egress, own(gate.apply(world)), patience, true, linkClock, log, budget);
    SyncClock clock = new SyncClock(System::nanoTime, () -> NOW, 1);
    watch =
        new SyncWatch(
            new RefusalMemory(RefusalMemory.Limits.DEFAULT)::counts,
            metrics,
            () -> System.nanoTime() * OVERVIEW_SCALE,
            clock.now());
    host =
        new SyncHost(settings, clock, new Random(1), links, switchboard, told.requests, log, watch);
    host.start();
    told.start(host.ofLog());
    told.put(new SyncInput.LogRead());
  }

  private OwnSide own(Gate gate) {
    ScriptedLapses lapses = new ScriptedLapses();
    return new OwnSide(
        new PeerReception(
            gate,
            store,
            store,
            lapses,
            Duration.ofDays(7),
            new ArrivalCount(metrics, _ -> {}),
            () -> NOW),
        new OwnSets(new OwnSets.Sources(store, store, store), readers, () -> NOW, 1_000),
        new EventSifter(store, store, lapses, readers, () -> NOW),
        new ThreadWalk(store, readers, 100),
        new AuthSigner(SERVER.publicKey(), SERVER::sign, () -> NOW),
        new MessageLimits(10, 1_000, 1_024, new TagLimits(2_000, 4_000, 48_000)));
  }

  /** Waits until operators see this of the relay. */
  RelayView await(Predicate<RelayView> seen) {
    while (true) {
      for (RelayView view : watch.overview().orElseThrow().relays()) {
        if (view.url().equals(relay) && seen.test(view)) {
          return view;
        }
      }
      if (Thread.interrupted()) {
        throw new AssertionError("not seen: " + watch.overview());
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  @Override
  public void close() {
    told.close();
    host.close();
    links.close();
    egress.close();
    resolver.close();
    readers.shutdownNow();
    world.close();
  }
}
