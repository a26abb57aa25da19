package dev.graspd.server.app;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.sync.RefusalMemory;
import dev.graspd.core.sync.RepoRelays;
import dev.graspd.core.sync.SyncSettings;
import dev.graspd.server.charge.Budgets;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.egress.Egress;
import dev.graspd.server.egress.EgressSetup;
import dev.graspd.server.egress.EgressTimes;
import dev.graspd.server.egress.JdkResolver;
import dev.graspd.server.gate.Gate;
import dev.graspd.server.gate.RepositoryHost;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.peers.ArrivalCount;
import dev.graspd.server.peers.AuthSigner;
import dev.graspd.server.peers.LinkClock;
import dev.graspd.server.peers.Links;
import dev.graspd.server.peers.LogFollower;
import dev.graspd.server.peers.OwnSets;
import dev.graspd.server.peers.OwnSide;
import dev.graspd.server.peers.PeerReception;
import dev.graspd.server.peers.Refusals;
import dev.graspd.server.peers.Sifter;
import dev.graspd.server.peers.Switchboard;
import dev.graspd.server.peers.SyncClock;
import dev.graspd.server.peers.SyncHost;
import dev.graspd.server.peers.SyncLog;
import dev.graspd.server.peers.SyncMetrics;
import dev.graspd.server.peers.SyncWatch;
import dev.graspd.server.peers.ThreadWalk;
import dev.graspd.server.store.lmdb.LmdbEventStore;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;

/** Builds what fetches events from other relays. */
record SyncSetup(
    SyncHost host, LogFollower log, Refusals refusals, SyncWatch watch, Egress egress) {
  /** A connection takes no longer to open, however long the pause after a failure is. */
  private static final Duration PATIENCE_MAX = Duration.ofMinutes(1);

  /** What it is built from. */
  record Ground(
      Config config,
      ServiceAddress service,
      RepositoryHost hosting,
      LmdbEventStore store,
      Gate gate,
      Executor readers,
      AuthSigner signer,
      SyncMetrics metrics,
      InstantSource clock,
      SecureRandom random,
      Budgets budgets) {}

  /** Builds it, dials nobody yet, and tells how to take it down. */
  static SyncSetup build(Ground ground, Deque<Runnable> closers) {
    Config config = ground.config;
    SyncSettings settings = config.syncSettings(ground.service);
    SyncLog log = new SyncLog(ground.metrics);
    SyncClock clock = new SyncClock(System::nanoTime, ground.clock, config.timeScale());
    Switchboard switchboard = new Switchboard();
    ByteBudget bytes = ground.budgets.bytes("peers", config.sync().peerBytes());
    Refusals refusals = refusals(ground, switchboard, bytes, clock);
    closers.push(refusals::close);
    Duration patience = shorter(settings.health().base(), PATIENCE_MAX);
    Egress egress = egress(ground, patience, closers);
    Links links =
        new Links(
            egress,
            ownSide(ground, refusals),
            patience,
            config.sync().negentropy(),
            new LinkClock(System::nanoTime, ground.clock, config.linkTimeScale()),
            log,
            bytes);
    closers.push(links::close);
    SyncWatch watch =
        new SyncWatch(refusals::counts, ground.metrics, System::nanoTime, clock.now());
    SyncHost host = new SyncHost(settings, clock, ground.random, links, switchboard, log, watch);
    closers.push(host::close);
    LogFollower follower = new LogFollower(ground.store, reading(ground), host.ofLog());
    closers.push(follower::close);
    return new SyncSetup(host, follower, refusals, watch, egress);
  }

  /** Begins; from now on the end of the server begins with a goodbye to all relays. */
  void start(Deque<Runnable> closers) {
    refusals.start();
    host.start();
    log.start();
    closers.push(host::stop);
  }

  private static Egress egress(Ground ground, Duration patience, Deque<Runnable> closers) {
    JdkResolver resolver = ground.config.resolver(patience);
    closers.push(resolver::close);
    EgressTimes times = EgressTimes.DEFAULT;
    Egress egress =
        Egress.open(
            EgressSetup.trustingUsually(
                ground.config.egress(ownAddresses()),
                new EgressTimes(patience, patience, times.closing(), times.document()),
                "graspd/" + Version.current().number(),
                resolver,
                ground.random));
    closers.push(egress::close);
    return egress;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** Dialling them would reach ourselves, or what else runs on this machine. */
  private static List<InetAddress> ownAddresses() {
    try {
      return NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses).toList();
    } catch (SocketException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Refusals refusals(
      Ground ground, Switchboard switchboard, ByteBudget bytes, SyncClock clock) {
    Config.Sync sync = ground.config.sync();
    return new Refusals(
        new RefusalMemory(RefusalMemory.Limits.DEFAULT, sync.refusedKept(), sync.refusalsKept()),
        ground.store,
        ground.store,
        ground.gate,
        switchboard,
        ground.metrics,
        sync.refusalsKept(),
        bytes,
        clock::now);
  }

  private static OwnSide ownSide(Ground ground, Refusals refusals) {
    LmdbEventStore store = ground.store;
    Config.Sync sync = ground.config.sync();
    return new OwnSide(
        new PeerReception(
            ground.gate,
            store,
            store,
            ground.hosting.lapsed(),
            sync.refusalsKept(),
            new ArrivalCount(ground.metrics, refusals),
            ground.clock),
        new OwnSets(
            new OwnSets.Sources(store, store, store),
            ground.readers,
            ground.clock,
            OwnSets.itemsMaxFor(Runtime.getRuntime().maxMemory())),
        new Sifter(store, store, ground.hosting.lapsed(), ground.readers, ground.clock),
        new ThreadWalk(store, ground.readers, sync.threadMembers()),
        ground.signer,
        ground.config.messages());
  }

  private static LogFollower.Reading reading(Ground ground) {
    int max = ground.config.sync().relaysPerRepository();
    return new LogFollower.Reading(
        ground.hosting.readings()::keepsRepository,
        announcement -> RepoRelays.of(announcement, ground.service, max));
  }
}
