package dev.graspd.server.app.server;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.role.Role;
import dev.graspd.core.store.Store;
import dev.graspd.core.sync.RepoRelays;
import dev.graspd.core.sync.refusal.RefusalMemory;
import dev.graspd.core.sync.relays.SyncSettings;
import dev.graspd.server.app.outgoing.OutgoingConnections;
import dev.graspd.server.base.ForeignEvents;
import dev.graspd.server.charge.Budgets;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.egress.Egress;
import dev.graspd.server.egress.dial.EgressSetup;
import dev.graspd.server.egress.dial.EgressTimes;
import dev.graspd.server.egress.dns.JdkResolver;
import dev.graspd.server.gate.Gate;
import dev.graspd.server.hosting.RepositoryHost;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.OutgoingConfig;
import dev.graspd.server.peers.LogFollower;
import dev.graspd.server.peers.ReadRequests;
import dev.graspd.server.peers.Switchboard;
import dev.graspd.server.peers.SyncClock;
import dev.graspd.server.peers.SyncHost;
import dev.graspd.server.peers.link.AuthSigner;
import dev.graspd.server.peers.link.LinkClock;
import dev.graspd.server.peers.link.Links;
import dev.graspd.server.peers.link.OwnSide;
import dev.graspd.server.peers.local.ArrivalCount;
import dev.graspd.server.peers.local.EventSifter;
import dev.graspd.server.peers.local.OwnSets;
import dev.graspd.server.peers.local.PeerReception;
import dev.graspd.server.peers.local.RefusalRetry;
import dev.graspd.server.peers.local.ThreadWalk;
import dev.graspd.server.peers.status.SyncLog;
import dev.graspd.server.peers.status.SyncMetrics;
import dev.graspd.server.peers.status.SyncReadings;
import dev.graspd.server.peers.status.SyncWatch;
import dev.graspd.server.role.Current;
import dev.graspd.server.role.Roles;
import dev.graspd.server.role.Tenure;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Deque;
import java.util.concurrent.Executor;

/**
 * Builds the parts that fetch events from other relays, each time this server gets the role.
 *
 * @param bytes the memory budget for messages of relays
 * @param current the state of the sync that runs here
 */
record SyncSetup(
    Parts parts,
    Duration openWithin,
    ByteBudget bytes,
    Egress egress,
    Current<SyncReadings> current,
    DutySlot slot) {
  /** The longest time to open a connection, whatever the pause after a failure. */
  private static final Duration OPEN_WITHIN_MAX = Duration.ofMinutes(1);

  record Parts(
      Config config,
      ServiceAddress service,
      RepositoryHost hosting,
      Store store,
      Gate gate,
      Executor readers,
      AuthSigner signer,
      SyncMetrics metrics,
      InstantSource clock,
      SecureRandom random,
      Budgets budgets) {}

  /** Returns a setup that does not dial yet; its place in the shutdown is here. */
  static SyncSetup build(Parts parts, Roles roles, Deque<Runnable> closers) {
    SyncSettings settings = parts.config.outgoing().syncSettings(parts.service);
    Duration openWithin = shorter(settings.health().base(), OPEN_WITHIN_MAX);
    return new SyncSetup(
        parts,
        openWithin,
        parts.budgets.bytes("peers", parts.config.outgoing().sync().peerBytes()),
        egress(parts, openWithin, closers),
        new Current<>(SyncReadings.NONE),
        DutySlot.in(closers, roles));
  }

  /** Returns the state of sync, if it runs here. */
  SyncReadings readings() {
    return () -> current.get().overview();
  }

  /** Starts; from now on a shutdown first closes all connections to relays. */
  void start(Deque<Runnable> closers) {
    slot.offer(Role.SYNC, _ -> begin());
    closers.push(slot::stop);
  }

  /** Begins with the repositories that name other servers, and follows the log from here. */
  private Tenure begin() {
    Config config = parts.config;
    SyncSettings settings = config.outgoing().syncSettings(parts.service);
    SyncLog log = new SyncLog(parts.metrics);
    SyncClock clock = new SyncClock(System::nanoTime, parts.clock, config.timeScale());
    Switchboard switchboard = new Switchboard();
    RefusalRetry refusals = refusals(parts, switchboard, bytes, clock);
    Links links =
        new Links(
            egress,
            ownSide(parts, refusals),
            openWithin,
            config.outgoing().sync().negentropy(),
            new LinkClock(System::nanoTime, parts.clock, config.linkTimeScale()),
            log,
            bytes);
    SyncWatch watch = new SyncWatch(refusals::counts, parts.metrics, System::nanoTime, clock.now());
    ReadRequests reads = new ReadRequests();
    SyncHost host =
        new SyncHost(settings, clock, parts.random, links, switchboard, reads, log, watch);
    LogFollower follower =
        new LogFollower(parts.store, reading(parts, settings), reads, host.ofLog());
    refusals.start();
    host.start();
    follower.start();
    current.begin(watch);
    return new Tenure() {
      @Override
      public void stop() {
        host.stop();
      }

      @Override
      public void close() {
        current.end();
        follower.close();
        host.close();
        links.close();
        refusals.close();
        watch.forget(clock.now());
      }
    };
  }

  private static Egress egress(Parts parts, Duration openWithin, Deque<Runnable> closers) {
    JdkResolver resolver = parts.config.outgoing().resolver(openWithin);
    closers.push(resolver::close);
    EgressTimes times = EgressTimes.DEFAULT;
    Egress egress =
        Egress.open(
            EgressSetup.trustingUsually(
                parts.config.outgoing().egress(OutgoingConnections.ownAddresses()),
                new EgressTimes(openWithin, openWithin, times.closing(), times.document()),
                "graspd/" + Version.current().number(),
                resolver,
                parts.random));
    closers.push(egress::close);
    return egress;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static RefusalRetry refusals(
      Parts parts, Switchboard switchboard, ByteBudget bytes, SyncClock clock) {
    OutgoingConfig.Sync sync = parts.config.outgoing().sync();
    return new RefusalRetry(
        new RefusalMemory(RefusalMemory.Limits.DEFAULT, sync.refusedKept(), sync.refusalsKept()),
        parts.store,
        parts.store.unwanted(),
        parts.gate,
        switchboard,
        parts.metrics,
        sync.refusalsKept(),
        bytes,
        clock::now);
  }

  private static OwnSide ownSide(Parts parts, RefusalRetry refusals) {
    Store store = parts.store;
    OutgoingConfig.Sync sync = parts.config.outgoing().sync();
    return new OwnSide(
        new PeerReception(
            parts.gate,
            store,
            store.unwanted(),
            parts.hosting.lapsed(),
            sync.refusalsKept(),
            new ArrivalCount(parts.metrics, refusals),
            parts.clock),
        new OwnSets(
            new OwnSets.Sources(store, store.repositories(), store.unwanted()),
            parts.readers,
            parts.clock,
            OwnSets.itemsMaxFor(Runtime.getRuntime().maxMemory())),
        new EventSifter(
            store, store.unwanted(), parts.hosting.lapsed(), parts.readers, parts.clock),
        new ThreadWalk(store, parts.readers, sync.threadMembers()),
        parts.signer,
        parts.config.messages());
  }

  private static LogFollower.Reading reading(Parts parts, SyncSettings settings) {
    int max = parts.config.outgoing().sync().relaysPerRepository();
    return new LogFollower.Reading(
        parts.hosting.status()::keepsRepository,
        announcement -> RepoRelays.of(announcement, parts.service, max),
        ForeignEvents.of(parts.store, parts.store.repositories(), parts.service),
        !settings.bootstrap().isEmpty());
  }
}
