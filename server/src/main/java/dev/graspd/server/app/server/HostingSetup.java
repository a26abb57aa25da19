package dev.graspd.server.app.server;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.role.Role;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.Store;
import dev.graspd.core.upkeep.UpkeepRules;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.base.FamilyWalk;
import dev.graspd.server.base.PathSet;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.charge.Budgets;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.family.HuntListener;
import dev.graspd.server.family.held.HeldCharges;
import dev.graspd.server.family.packs.PackHealth;
import dev.graspd.server.family.packs.PackRewriting;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.gate.Reception;
import dev.graspd.server.git.GitService;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.depot.DirectoryDepot;
import dev.graspd.server.git.depot.NamedPacks;
import dev.graspd.server.git.http.Lookups;
import dev.graspd.server.git.http.SmartHttp;
import dev.graspd.server.git.ingest.ReceiveService;
import dev.graspd.server.git.ingest.budget.IngestLimits;
import dev.graspd.server.git.ingest.pack.PackIngest;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.objects.PackInspector;
import dev.graspd.server.git.objects.Quarantine;
import dev.graspd.server.git.objects.Repacker;
import dev.graspd.server.git.serve.UploadService;
import dev.graspd.server.git.serve.refs.RefExport;
import dev.graspd.server.git.serve.refs.RefExports;
import dev.graspd.server.hosting.HostingParts;
import dev.graspd.server.hosting.HostingPolicy;
import dev.graspd.server.hosting.RepositoryHost;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.metrics.ServerMetrics;
import dev.graspd.server.role.Current;
import dev.graspd.server.role.Duty;
import dev.graspd.server.role.Mandate;
import dev.graspd.server.role.Roles;
import dev.graspd.server.upkeep.UpkeepHost;
import dev.graspd.server.upkeep.UpkeepReadings;
import dev.graspd.server.upkeep.UpkeepThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiPredicate;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Builds the parts that host repositories: object stores, the repository host, smart HTTP. */
record HostingSetup(
    RepositoryHost host,
    ObjectStores objects,
    GitService git,
    HostingRules rules,
    PackIngest ingest,
    UpkeepThread upkeepThread,
    Duty repacking,
    Current<Supplier<UpkeepReadings>> upkeep,
    DutySlot upkeepSlot,
    Sweep sweep,
    ByteBudget requests,
    RefExports exports) {
  /** Removes what belongs to nobody from the quarantine. */
  @FunctionalInterface
  interface Sweep {
    void run() throws IOException;
  }

  /** The exit code of a process that was killed. */
  private static final int KILLED = 137;

  /** Pauses as a multiple of work, for background work on packs: 5 % of the time. */
  private static final int PAUSE_PER_WORK = 19;

  /** The same for repacking: a quarter of the time of one core. */
  private static final int PAUSE_PER_REPACKING = 3;

  /** How often we check whether repacking pays off. */
  private static final Duration REPACKING_CHECKED_EVERY = Duration.ofMinutes(1);

  private static final Duration SWEEP_EVERY = Duration.ofSeconds(30);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(5);

  record Parts(
      Config config,
      ServiceAddress service,
      HostingRules rules,
      AdmissionRules general,
      Store store,
      PlainReception plain,
      InstantSource clock,
      ServerMetrics metrics,
      HuntListener hunt,
      Path gitData,
      LongSupplier freeDiskBytes,
      Diary diary,
      Budgets budgets,
      HeldCharges charges) {}

  /** Builds the parts, removes remains of a crash, and adds the steps of the shutdown. */
  static HostingSetup build(Parts parts, Roles roles, Deque<Runnable> closers) throws StartRefused {
    JgitSetup.apply();
    Layout layout = new Layout(parts.gitData);
    GitDataCheck.requireAny(
        parts.store.repositories().countPacks(),
        FamilyWalk.packs(parts.store.repositories()),
        layout,
        parts.config.isGitDataLost());
    FailPoints failPoints = failPoints();
    ObjectStores objects =
        new ObjectStores(
            layout,
            new DirectoryDepot(layout.families(), failPoints),
            NamedPacks.in(parts.store.repositories()),
            JgitSetup.config(),
            parts.store::fail);
    closers.push(objects::close);
    Quarantine quarantine = new Quarantine(objects, UUID::randomUUID, failPoints);
    ExecutorService lanes =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("lane-", 0).factory());
    closers.push(lanes::close);
    PackHealth packs = new PackInspector(objects, HostingSetup::pause);
    UpkeepThread upkeep = new UpkeepThread();
    Repacker rewriting =
        new Repacker(
            quarantine,
            System::nanoTime,
            removalGrace(parts),
            worked -> pauseRepacking(upkeep, worked),
            upkeep.isStopped());
    closers.push(rewriting::close);
    RepositoryHost host = host(parts, quarantine, lanes, failPoints, packs, rewriting, upkeep);
    closers.push(host::close);
    closers.push(upkeep::close);
    DutySlot upkeepSlot = DutySlot.in(closers, roles);
    clean(parts, quarantine, host);
    PackIngest ingest = ingest(parts, quarantine);
    ByteBudget requests = parts.budgets.bytes("git_requests", parts.config.gitRequestBytes());
    SmartHttp git = smartHttp(parts, objects, quarantine, ingest, host, requests, closers);
    RefExports exports =
        new RefExports(
            parts.store,
            parts.store.repositories(),
            new RefExport(objects),
            !parts.general.readOnly());
    closers.push(exports::close);
    exports.start();
    Current<Supplier<UpkeepReadings>> readings = new Current<>(() -> UpkeepReadings.NONE);
    return new HostingSetup(
        host,
        objects,
        git,
        parts.rules,
        ingest,
        upkeep,
        repacking(parts, host, upkeep, readings),
        readings,
        upkeepSlot,
        () -> quarantine.sweep(() -> known(parts, host), youngSince(parts)),
        requests,
        exports);
  }

  private static Duration removalGrace(Parts parts) {
    return parts.config.removalGrace().dividedBy(parts.config.timeScale());
  }

  /** Without a grace, nothing is too young to go. */
  private static Instant youngSince(Parts parts) {
    Duration grace = removalGrace(parts);
    return grace.isZero() ? Instant.MAX : parts.clock.instant().minus(grace);
  }

  private static Duty repacking(
      Parts parts,
      RepositoryHost host,
      UpkeepThread thread,
      Current<Supplier<UpkeepReadings>> readings) {
    Duration every = REPACKING_CHECKED_EVERY.dividedBy(parts.config.timeScale());
    return mandate -> {
      UpkeepHost upkeep = upkeepHost(parts, host, mandate);
      readings.begin(upkeep::readings);
      UpkeepThread.Rounds rounds = thread.every(every, upkeep::round);
      return () -> {
        rounds.close();
        readings.end();
      };
    };
  }

  private static UpkeepHost upkeepHost(Parts parts, RepositoryHost host, Mandate mandate) {
    return new UpkeepHost(
        host.repacking(),
        parts.store,
        parts.store.repositories(),
        UpkeepRules.forHeap(Runtime.getRuntime().maxMemory())
            .withGrace(parts.config.upkeepGrace())
            .faster(parts.config.timeScale()),
        parts.config.upkeepBytesPerHour(),
        parts.clock,
        System::nanoTime,
        parts.metrics.upkeep(),
        mandate);
  }

  /** Does not pause while others wait for the repacking to end. */
  private static void pauseRepacking(UpkeepThread upkeep, long workedNanos)
      throws InterruptedException {
    if (!upkeep.isWaitedFor()) {
      Thread.sleep(
          Duration.ofNanos(Math.min(PAUSE_PER_REPACKING * workedNanos, PAUSE_MAX.toNanos())));
    }
  }

  private static void pause(long workedNanos) throws InterruptedException {
    Thread.sleep(Duration.ofNanos(Math.min(PAUSE_PER_WORK * workedNanos, PAUSE_MAX.toNanos())));
  }

  Reception reception() {
    return host.reception();
  }

  private static RepositoryHost host(
      Parts parts,
      Quarantine quarantine,
      ExecutorService lanes,
      FailPoints failPoints,
      PackHealth packs,
      PackRewriting rewriting,
      UpkeepThread upkeep) {
    Config config = parts.config;
    UptimeClock clock =
        new UptimeClock(
            parts.store.repositories().uptimeNanos(),
            System::nanoTime,
            parts.clock,
            config.timeScale());
    return new RepositoryHost(
        new HostingParts(
            parts.store,
            parts.store.repositories(),
            quarantine,
            parts.plain,
            clock,
            lanes,
            parts.metrics.hosting(),
            failPoints,
            parts.hunt,
            parts.diary,
            packs,
            rewriting,
            upkeep,
            parts.budgets.bytes("families", config.familyCacheBytes()),
            parts.charges),
        new HostingPolicy(
            parts.general,
            parts.rules,
            config.maintainers(),
            config.hostingLimits(),
            parts.service.relayUrl(),
            config.holdingTimes(),
            parts.plain.dormant(),
            config.strangerListBytes(),
            config.historyLooksMax(),
            Version.current().number()));
  }

  /**
   * Crash tests end the process at a chosen place: after a number of passes, or as soon as a file
   * exists.
   */
  static FailPoints failPoints() {
    FailPoints ending =
        FailPoints.at(
            System.getProperty("graspd.failpoint", ""),
            Integer.getInteger("graspd.failpoint.passes", 0),
            () -> Runtime.getRuntime().halt(KILLED));
    String file = System.getProperty("graspd.failpoint.file", "");
    return file.isEmpty() ? ending : ending.when(() -> Files.exists(Path.of(file)));
  }

  /**
   * Starts the checks that may wait until clients are served. The quarantine is this process's own:
   * its sweep needs no role.
   */
  void startChecking(boolean repacks) {
    List<Duty> duties = new ArrayList<>(List.of(host.recovery(), host.integrityCheck()));
    if (repacks) {
      duties.add(repacking);
    }
    upkeepSlot.offer(Role.UPKEEP, Duty.all(duties));
    UpkeepThread.Rounds _ = upkeepThread.every(SWEEP_EVERY, this::sweepQuarantine);
  }

  private void sweepQuarantine() {
    try {
      sweep.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Quarantine.Known known(Parts parts, RepositoryHost host) {
    return new Quarantine.Known(host.shelves(), new KnownPacks(parts.store.repositories()));
  }

  /**
   * Tells which packs are named, given a family's directory and a pack. A pack that no transaction
   * names belongs to an unfinished push, or was replaced. Goes through all rows at the first
   * question, as a directory does not tell its identifier; such a question is rare. For one thread.
   */
  private static final class KnownPacks implements BiPredicate<String, String> {
    private final RepositoryStore store;
    private @Nullable PathSet names;

    KnownPacks(RepositoryStore store) {
      this.store = store;
    }

    @Override
    public boolean test(String family, String pack) {
      PathSet all = names;
      if (all == null) {
        all =
            PathSet.of(
                FamilyWalk.packs(store).map(one -> Layout.name(one.family()) + "/" + one.name()));
        names = all;
      }
      return all.contains(family + "/" + pack);
    }
  }

  private static void clean(Parts parts, Quarantine quarantine, RepositoryHost host)
      throws StartRefused {
    try {
      quarantine.clean(known(parts, host), youngSince(parts));
    } catch (IOException e) {
      throw new StartRefused(
          "NGIT_GIT_DATA_PATH: what an earlier process left cannot be removed: "
              + FileTrouble.text(e),
          e);
    }
  }

  private static PackIngest ingest(Parts parts, Quarantine quarantine) {
    return new PackIngest(
        quarantine,
        parts.config.ingest(),
        Collections.emptySortedSet(),
        ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
        parts.freeDiskBytes);
  }

  private static SmartHttp smartHttp(
      Parts parts,
      ObjectStores objects,
      Quarantine quarantine,
      PackIngest ingest,
      RepositoryHost host,
      ByteBudget requests,
      Deque<Runnable> closers) {
    IngestLimits limits = parts.config.ingest();
    UploadService reading =
        new UploadService(
            new UploadService.Resources(
                objects,
                host.repositories()::servedTips,
                requests,
                parts.budgets.bytes("packs", parts.config.packHeapBytes())),
            parts.config.serve(),
            "graspd/" + Version.current().number(),
            parts.metrics.git(),
            System::nanoTime);
    closers.push(reading::close);
    parts.metrics.addCloneCache(reading::cacheBytes);
    ReceiveService writing =
        new ReceiveService(
            host.pushes(),
            ingest,
            quarantine,
            limits,
            parts.config.pushes(),
            parts.service,
            parts.metrics.git(),
            requests,
            System::nanoTime);
    closers.push(writing::close);
    Lookups lookups =
        new Lookups(Runtime.getRuntime().availableProcessors(), parts.config.waitingLookups());
    closers.push(lookups::close);
    return new SmartHttp(host.repositories(), lookups, reading, writing::exchange);
  }
}
