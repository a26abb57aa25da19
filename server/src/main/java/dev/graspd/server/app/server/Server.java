package dev.graspd.server.app.server;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.role.Role;
import dev.graspd.core.search.EventSearch;
import dev.graspd.core.store.Store;
import dev.graspd.server.app.desk.HookAnswers;
import dev.graspd.server.app.desk.ReloadAnswers;
import dev.graspd.server.app.desk.RepoAnswers;
import dev.graspd.server.app.outgoing.HookSetup;
import dev.graspd.server.ban.CurrentBans;
import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.catalogue.Catalogue;
import dev.graspd.server.charge.Budgets;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.egress.Egress;
import dev.graspd.server.family.HuntListener;
import dev.graspd.server.family.held.HeldCharges;
import dev.graspd.server.gate.Gate;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.gate.Reception;
import dev.graspd.server.gate.Secp256k1Verifier;
import dev.graspd.server.gate.Verifier;
import dev.graspd.server.hosting.RepositoryHost;
import dev.graspd.server.hunt.HuntReadings;
import dev.graspd.server.ops.Lifecycle;
import dev.graspd.server.ops.Lifecycle.Phase;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.data.AddressKey;
import dev.graspd.server.ops.data.DataDirectories;
import dev.graspd.server.ops.data.DiskWatch;
import dev.graspd.server.ops.data.ServerKey;
import dev.graspd.server.ops.data.ServerKeys;
import dev.graspd.server.ops.metrics.ServerMetrics;
import dev.graspd.server.ops.systemd.Supervisor;
import dev.graspd.server.ops.systemd.WriterProbe;
import dev.graspd.server.peers.link.AuthSigner;
import dev.graspd.server.peers.status.SyncReadings;
import dev.graspd.server.relay.FanOut;
import dev.graspd.server.relay.Relay;
import dev.graspd.server.role.Current;
import dev.graspd.server.role.LocalRoles;
import dev.graspd.server.role.Roles;
import dev.graspd.server.site.find.serve.ServiceSearch;
import dev.graspd.server.web.Listener;
import dev.graspd.server.web.WebServer;
import dev.graspd.server.web.git.GitFront;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running server: builds its parts in order, closes them in reverse. */
public final class Server implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Server.class);

  /** How long clients may take to finish at a shutdown. */
  private static final Duration DRAIN_MAX = Duration.ofSeconds(15);

  private final Config config;
  private final SettingsReload.Source source;
  private final InstantSource clock = InstantSource.system();
  private final SecureRandom random = new SecureRandom();
  private final Lifecycle lifecycle = new Lifecycle();
  private final Diary diary = new Diary(clock.instant().getEpochSecond());
  private final Budgets budgets = new Budgets();
  private final ServerMetrics metrics;
  private final Deque<Runnable> closers = new ArrayDeque<>();
  private final SortedMap<String, Executor> parts = new TreeMap<>();
  private final CountDownLatch failure = new CountDownLatch(1);
  private @Nullable InetSocketAddress address;
  private Optional<LocalRoles> roles = Optional.empty();
  private Optional<SettingsReload> reload = Optional.empty();

  private Server(Config config, SettingsReload.Source source) {
    this.config = config;
    this.source = source;
    this.metrics = new ServerMetrics(config.metrics().abuseThreshold(), Version.current());
    metrics.addBudgets(budgets);
  }

  /**
   * Starts a server and returns when it is ready.
   *
   * @param credentialsDirectory the directory of systemd credentials, if any
   * @throws StartRefused if the operator must solve a problem first; nothing stays open
   */
  public static Server start(Config config, @Nullable String credentialsDirectory)
      throws StartRefused {
    SettingsReload.Source unchanged =
        new SettingsReload.Source(config::settings, Supervisor.of(Map.of(), 0));
    return start(config, credentialsDirectory, unchanged);
  }

  /**
   * The same for a server whose settings can be read again.
   *
   * @throws StartRefused if the operator must solve a problem first; nothing stays open
   */
  public static Server start(
      Config config, @Nullable String credentialsDirectory, SettingsReload.Source source)
      throws StartRefused {
    Server server = new Server(config, source);
    boolean ready = false;
    try {
      server.build(credentialsDirectory);
      ready = true;
      return server;
    } finally {
      if (!ready) {
        server.close();
      }
    }
  }

  private void build(@Nullable String credentialsDirectory) throws StartRefused {
    DataDirectories data = DataDirectories.open(config.data());
    closers.push(data::close);
    data.requireStoreBesideGit();
    new FormatAtStart(
            StoreSetup.engine(),
            data.relay(),
            data.git(),
            config.migrationBackup(),
            config.data().minFreeDiskBytes(),
            HostingSetup.failPoints())
        .prepare(!config.admission(config.serviceAt(config.web().bind())).readOnly());
    ServerKey key =
        new ServerKeys(config.ownerNsec(), credentialsDirectory, data.relay())
            .findOrMake(data, random);
    Listener listener = ListenAddress.open(config.web().bind());
    closers.push(listener::close);
    addLoops("event loop ", listener.loops());
    ServiceAddress service = config.serviceAt(listener.address());
    AdmissionRules rules = config.admission(service);
    Store store =
        StoreSetup.open(
            data.relay(), config.data().minFreeDiskBytes(), this::storeFailed, metrics::committed);
    closers.push(store::close);
    if (!rules.readOnly()) {
      parts.put("store writer", new WriterProbe(() -> store.write(_ -> true)));
    }
    metrics.addStore(store::stats);
    if (config.hosts()) {
      RememberedIdentity.requireSameName(
          store.repositories(), config.givenDomain(), config.newDomain());
    }
    if (!rules.readOnly()) {
      RememberedIdentity.remember(store, config, key.publicKey());
    }

    Verifier verifier = new Secp256k1Verifier();
    CurrentBans current = new CurrentBans(store);
    FanOut fanOut = new FanOut(store, clock, budgets, config.ephemeralBytes(), current::keepsOut);
    PlainReception plain =
        new PlainReception(
            store,
            rules,
            fanOut,
            clock,
            config.dormantRooms(AddressKey.open(data.relay(), random)));
    boolean writes = !rules.readOnly();
    boolean syncs = config.syncs() && writes;
    Roles candidacies = writes ? roles(store) : Roles.unfenced();
    Current<HuntListener> huntNews = new Current<>(HuntListener.NONE);
    HuntListener hunt = syncs ? HuntListener.to(huntNews) : HuntListener.NONE;
    Optional<HostingSetup> hosting =
        config.hosts()
            ? Optional.of(hosting(data, service, key, rules, store, plain, hunt, candidacies))
            : Optional.empty();
    hosting.ifPresent(one -> metrics.addHosting(one.host().status()::stats));
    Reception policy = hosting.map(HostingSetup::reception).orElse(plain);
    BanSetup bans =
        BanSetup.build(
            store,
            current,
            rules,
            hosting,
            policy,
            key.publicKey(),
            config.blockLists(),
            clock,
            closers);
    Gate gate =
        new Gate(store, rules, verifier, cpuPool(), bans.reception(), metrics, diary, clock);
    Optional<EventSearch> search = SearchSetup.start(config, store, data.relay(), closers);
    Relay relay =
        relay(
            service,
            new Relay.Parts(
                store,
                gate,
                fanOut,
                verifier,
                clock,
                System::nanoTime,
                random,
                metrics,
                budgets,
                search));
    DiskWatch disks = FreeDisk.watch(data, config.data().minFreeDiskBytes(), metrics);
    PeriodicTasks.startWatching(disks, store, closers);
    if (writes) {
      DutySlot.in(closers, candidacies)
          .offer(Role.TIMERS, PeriodicTasks.timers(store, hosting, bans.work(), clock));
    }
    Optional<Catalogue> catalogue = hosting.map(one -> RepoAnswers.of(store, one.host()));
    if (writes) {
      hosting
          .map(one -> new HookSetup(config, service, store, one.host(), metrics, clock, random))
          .map(one -> one.build(HostingSetup.failPoints(), closers))
          .ifPresent(duty -> DutySlot.in(closers, candidacies).offer(Role.HOOKS, duty));
    }
    Optional<SyncSetup> sync =
        syncs
            ? hosting.map(one -> sync(one.host(), service, key, store, gate, relay, candidacies))
            : Optional.empty();
    Optional<HuntSetup> hunter =
        hosting.flatMap(
            one -> sync.map(shared -> hunter(one, huntNews, shared.egress(), candidacies)));
    sync.ifPresent(one -> addLoops("egress loop ", one.egress().loops()));
    SyncReadings readings = sync.map(SyncSetup::readings).orElse(SyncReadings.NONE);
    HuntReadings hunting = hunter.map(HuntSetup::readings).orElse(HuntReadings.NONE);
    ListsAtStart.apply(
        store, rules, hosting, bans::atStart, clock, this::fail, DutySlot.in(closers, candidacies));
    Optional<TalkSetup> talk =
        hosting.flatMap(one ->
            catalogue.map(listed ->
                TalkSetup.start(
                    store, one, listed, clock, config.site().threadCacheBytes(), closers)));
    Optional<ServiceSearch> found =
        hosting.flatMap(one -> talk.map(said -> said.search(search, store, one, clock)));
    LiveFront front =
        LiveFront.build(
            new PagesSetup.Parts(
                config,
                key,
                listener.address(),
                rules,
                store,
                hosting,
                catalogue,
                talk,
                found,
                readings,
                hunting,
                lifecycle,
                disks,
                metrics,
                diary,
                clock),
            budgets,
            closers);
    address = listener.address();
    SettingsReload reloading =
        new SettingsReload(
            source,
            config.settings(),
            status(),
            front::show,
            next -> bans.listed().reload(next.blockLists(), writes));
    reload = Optional.of(reloading);
    DutySlot.in(closers, candidacies)
        .offer(
            Role.DESK,
            PeriodicTasks.answering(
                data.relay(),
                new ReloadAnswers(
                    reloading::reload,
                    bans.desk(
                        store,
                        hosting,
                        catalogue,
                        new HookAnswers(store, clock, random),
                        service,
                        rules.readOnly()))));
    startWeb(listener, relay, front, hosting);
    sync.ifPresent(one -> one.start(closers));
    hunter.ifPresent(one -> one.start(closers));
    hosting
        .filter(_ -> writes)
        .ifPresent(one -> one.startChecking(config.upkeepBytesPerHour() > 0));
    if (!writes) {
      LOG.info("NGIT_READ_ONLY: events and pushes are refused; sync, hunt and expiry pause");
    }
    StartLog.lines(config, key, listener.address()).forEach(line -> LOG.info("{}", line));
  }

  private void addLoops(String name, List<Executor> loops) {
    for (int i = 0; i < loops.size(); i++) {
      parts.put(name + i, loops.get(i));
    }
  }

  /** Returns the parts whose silence means that the server hangs; each runs what it is given. */
  public SortedMap<String, Executor> parts() {
    return Collections.unmodifiableSortedMap(parts);
  }

  /** The work of all roles has ended before this is closed. */
  private Roles roles(Store store) {
    LocalRoles taken = LocalRoles.takingAll(store);
    closers.push(taken::close);
    roles = Optional.of(taken);
    return taken;
  }

  /**
   * Ends the work of a role, which begins again with a new fence: here, as long as no other server
   * uses this store. A read-only server has no roles. Blocks.
   */
  public void handOver(Role role) {
    roles.ifPresent(one -> one.handOver(role));
  }

  private HostingSetup hosting(
      DataDirectories data,
      ServiceAddress service,
      ServerKey key,
      AdmissionRules rules,
      Store store,
      PlainReception plain,
      HuntListener hunt,
      Roles roles)
      throws StartRefused {
    return HostingSetup.build(
        new HostingSetup.Parts(
            config,
            service,
            config.hosting(service, key.publicKey()),
            rules,
            store,
            plain,
            clock,
            metrics,
            hunt,
            data.git(),
            FreeDisk.bytesAt(data.git()),
            diary,
            budgets,
            HeldCharges.of(AddressKey.open(data.relay(), random), budgets, config.hostingLimits())),
        roles,
        closers);
  }

  private SyncSetup sync(
      RepositoryHost host,
      ServiceAddress service,
      ServerKey key,
      Store store,
      Gate gate,
      Relay relay,
      Roles roles) {
    return SyncSetup.build(
        new SyncSetup.Parts(
            config,
            service,
            host,
            store,
            gate,
            relay.background(),
            new AuthSigner(key.publicKey(), event -> key.sign(event, random), clock),
            metrics.sync(),
            clock,
            random,
            budgets),
        roles,
        closers);
  }

  private HuntSetup hunter(
      HostingSetup hosting, Current<HuntListener> news, Egress egress, Roles roles) {
    HuntSetup hunter =
        HuntSetup.build(
            new HuntSetup.Parts(
                config,
                news,
                hosting.host().hunting(),
                hosting.ingest(),
                egress,
                metrics.hunt(),
                diary,
                clock,
                random),
            roles,
            closers);
    metrics.addHunt(hunter.readings());
    return hunter;
  }

  private void storeFailed(Throwable broken) {
    LOG.error("the store has failed; this process ends", broken);
    fail();
  }

  private void fail() {
    lifecycle.reach(Phase.BROKEN);
    failure.countDown();
  }

  private ExecutorService cpuPool() {
    int cores = Runtime.getRuntime().availableProcessors();
    ExecutorService pool = Executors.newFixedThreadPool(cores, WorkerThread.factory("verify"));
    closers.push(pool::close);
    return pool;
  }

  private Relay relay(ServiceAddress service, Relay.Parts parts) {
    Relay relay =
        new Relay(
            config.relay(),
            config.messages(),
            service,
            config.hosts() ? Relay.Challenge.WHEN_NEEDED : Relay.Challenge.ON_CONNECT,
            parts);
    closers.push(relay::close);
    relay.start();
    return relay;
  }

  private void startWeb(
      Listener listener, Relay relay, LiveFront front, Optional<HostingSetup> hosting) {
    WebServer web =
        new WebServer(
            listener,
            config.web(),
            config.webTimes(),
            relay,
            hosting.map(one -> new GitFront(one.git(), config.exchanges(), one.requests())),
            front,
            metrics,
            budgets);
    closers.push(() -> web.stop(DRAIN_MAX));
    lifecycle.reach(Phase.READY);
    web.start();
    // Not worth waiting for: it starts the management beans.
    Thread.ofVirtual().start(metrics::addJvm);
  }

  public InetSocketAddress address() {
    if (address == null) {
      throw new IllegalStateException("the server does not listen");
    }
    return address;
  }

  /** Returns what a service manager shows of this server. */
  public String status() {
    return "serves " + Config.hostAndPort(address());
  }

  /** Reads the settings again; the log says what has changed. Blocks. */
  public void reload(String asker) {
    reload.ifPresent(one -> one.reload(asker));
  }

  /** Waits until the store fails; returns false if interrupted. */
  public boolean awaitFailure() {
    try {
      failure.await();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Stops accepting, finishes current work, and releases the data directories. */
  @Override
  public void close() {
    lifecycle.reach(Phase.DRAINING);
    while (!closers.isEmpty()) {
      try {
        closers.pop().run();
      } catch (RuntimeException e) {
        LOG.error("a part of the server did not end in order", e);
      }
    }
  }
}
