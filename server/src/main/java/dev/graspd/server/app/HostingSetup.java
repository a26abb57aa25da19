package dev.graspd.server.app;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.upkeep.UpkeepRules;
import dev.graspd.server.charge.Budgets;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.gate.FailPoints;
import dev.graspd.server.gate.HeldCharges;
import dev.graspd.server.gate.HostingParts;
import dev.graspd.server.gate.HostingPolicy;
import dev.graspd.server.gate.HuntListener;
import dev.graspd.server.gate.PackHealth;
import dev.graspd.server.gate.PackRewriting;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.gate.Reception;
import dev.graspd.server.gate.RepositoryHost;
import dev.graspd.server.gate.UptimeClock;
import dev.graspd.server.git.GitService;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.Lookups;
import dev.graspd.server.git.SmartHttp;
import dev.graspd.server.git.ingest.IngestLimits;
import dev.graspd.server.git.ingest.PackIngest;
import dev.graspd.server.git.ingest.ReceiveService;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.objects.PackInspector;
import dev.graspd.server.git.objects.Quarantine;
import dev.graspd.server.git.objects.Repacker;
import dev.graspd.server.git.serve.RefExport;
import dev.graspd.server.git.serve.RefExports;
import dev.graspd.server.git.serve.UploadService;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.metrics.ServerMetrics;
import dev.graspd.server.store.lmdb.LmdbEventStore;
import dev.graspd.server.upkeep.UpkeepHost;
import dev.graspd.server.upkeep.UpkeepThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.eclipse.jgit.util.FS;

/** Builds what hosts repositories: objects, the gate's side of them, and smart HTTP. */
record HostingSetup(
    RepositoryHost host,
    GitService git,
    HostingRules rules,
    PackIngest ingest,
    UpkeepThread upkeepThread,
    UpkeepHost upkeep,
    Optional<Duration> upkeepEvery,
    Quarantine quarantine,
    ByteBudget requests) {
  /** The exit code of a process that was killed. */
  private static final int KILLED = 137;

  /** For each moment of work on packs that nobody asked for so many of rest: 5 % of the time. */
  private static final int REST_PER_WORK = 19;

  /** The same for packing: a quarter of the time of one core. */
  private static final int REST_PER_PACKING = 3;

  /** How often is looked whether packing pays. */
  private static final Duration UPKEEP_EVERY = Duration.ofMinutes(1);

  private static final Duration SWEEP_EVERY = Duration.ofSeconds(30);
  private static final Duration REST_MAX = Duration.ofSeconds(5);

  /** What it is built from. */
  record Ground(
      Config config,
      ServiceAddress service,
      HostingRules rules,
      AdmissionRules general,
      LmdbEventStore store,
      PlainReception plain,
      InstantSource clock,
      ServerMetrics metrics,
      HuntListener hunt,
      Path gitData,
      LongSupplier freeDiskBytes,
      Diary diary,
      Budgets budgets,
      HeldCharges charges) {}

  /** Builds it, removes what a crash left behind, and tells how to take it down. */
  static HostingSetup build(Ground ground, Deque<Runnable> closers) throws StartRefused {
    JgitSetup.apply();
    Layout layout = new Layout(ground.gitData);
    GitDataCheck.requireAny(ground.store.packs(), layout, ground.config.isGitDataLost());
    ObjectStores objects =
        new ObjectStores(layout, JgitSetup.config(), FS.DETECTED, ground.store::fail);
    closers.push(objects::close);
    FailPoints failPoints = failPoints();
    Quarantine quarantine = new Quarantine(objects, UUID::randomUUID, failPoints);
    ExecutorService lanes =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("lane-", 0).factory());
    closers.push(lanes::close);
    PackHealth packs = new PackInspector(objects, HostingSetup::rest);
    UpkeepThread upkeep = new UpkeepThread();
    Repacker rewriting =
        new Repacker(
            quarantine,
            System::nanoTime,
            worked -> restFromPacking(upkeep, worked),
            upkeep.isStopped());
    closers.push(rewriting::close);
    RepositoryHost host = host(ground, quarantine, lanes, failPoints, packs, rewriting, upkeep);
    closers.push(host::close);
    closers.push(upkeep::close);
    clean(ground, quarantine, host);
    PackIngest ingest = ingest(ground, quarantine);
    ByteBudget requests = ground.budgets.bytes("git_requests", ground.config.gitRequestBytes());
    SmartHttp git = smartHttp(ground, objects, quarantine, ingest, host, requests, closers);
    host.start();
    RefExports exports = new RefExports(ground.store, ground.store, new RefExport(objects));
    closers.push(exports::close);
    exports.start();
    return new HostingSetup(
        host,
        git,
        ground.rules,
        ingest,
        upkeep,
        upkeepHost(ground, host),
        ground.config.upkeepBytesPerHour() > 0
            ? Optional.of(UPKEEP_EVERY.dividedBy(ground.config.timeScale()))
            : Optional.empty(),
        quarantine,
        requests);
  }

  private static UpkeepHost upkeepHost(Ground ground, RepositoryHost host) {
    return new UpkeepHost(
        host.upkeep(),
        ground.store,
        UpkeepRules.forHeap(Runtime.getRuntime().maxMemory())
            .withGrace(ground.config.upkeepGrace())
            .faster(ground.config.timeScale()),
        ground.config.upkeepBytesPerHour(),
        ground.clock,
        System::nanoTime,
        ground.metrics.upkeep());
  }

  /** Work that others wait for comes after it, so then it does not rest. */
  private static void restFromPacking(UpkeepThread upkeep, long workedNanos)
      throws InterruptedException {
    if (!upkeep.isWaitedFor()) {
      Thread.sleep(Duration.ofNanos(Math.min(REST_PER_PACKING * workedNanos, REST_MAX.toNanos())));
    }
  }

  private static void rest(long workedNanos) throws InterruptedException {
    Thread.sleep(Duration.ofNanos(Math.min(REST_PER_WORK * workedNanos, REST_MAX.toNanos())));
  }

  Reception reception() {
    return host.reception();
  }

  private static RepositoryHost host(
      Ground ground,
      Quarantine quarantine,
      ExecutorService lanes,
      FailPoints failPoints,
      PackHealth packs,
      PackRewriting rewriting,
      UpkeepThread upkeep) {
    Config config = ground.config;
    UptimeClock clock =
        new UptimeClock(
            ground.store.uptimeNanos(), System::nanoTime, ground.clock, config.timeScale());
    return new RepositoryHost(
        new HostingParts(
            ground.store,
            ground.store,
            quarantine,
            ground.plain,
            clock,
            lanes,
            ground.metrics.hosting(),
            failPoints,
            ground.hunt,
            ground.diary,
            packs,
            rewriting,
            upkeep,
            ground.budgets.bytes("families", config.familyCacheBytes()),
            ground.charges),
        new HostingPolicy(
            ground.general,
            ground.rules,
            config.maintainers(),
            config.hostingLimits(),
            ground.service.relayUrl(),
            config.holdingTimes(),
            ground.plain.dormant(),
            config.strangerListBytes(),
            config.historyLooksMax()));
  }

  /**
   * Tests of crashes end the process at a place of their choice: when it was passed so many times,
   * or from the moment on at which a file is there.
   */
  private static FailPoints failPoints() {
    FailPoints ending =
        FailPoints.at(
            System.getProperty("graspd.failpoint", ""),
            Integer.getInteger("graspd.failpoint.passes", 0),
            () -> Runtime.getRuntime().halt(KILLED));
    String file = System.getProperty("graspd.failpoint.file", "");
    return file.isEmpty() ? ending : ending.when(() -> Files.exists(Path.of(file)));
  }

  /** Begins what may wait until clients are served. */
  void startChecking() {
    host.startIntegrityCheck();
    upkeepEvery.ifPresent(every -> upkeepThread.every(every, upkeep::round));
    upkeepThread.every(SWEEP_EVERY, this::sweep);
  }

  private void sweep() {
    try {
      quarantine.sweep(host::shelves);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A pack that no transaction names is of a push that never ended. */
  private static void clean(Ground ground, Quarantine quarantine, RepositoryHost host)
      throws StartRefused {
    Set<String> known =
        ground.store.packs().stream().map(HostingSetup::nameOf).collect(Collectors.toSet());
    try {
      quarantine.clean(host.shelves(), (family, pack) -> known.contains(family + "/" + pack));
    } catch (IOException e) {
      throw new StartRefused(
          "NGIT_GIT_DATA_PATH: what an earlier process left cannot be removed: "
              + FileTrouble.text(e),
          e);
    }
  }

  private static String nameOf(PackRecord pack) {
    return Layout.name(pack.family()) + "/" + pack.name();
  }

  private static PackIngest ingest(Ground ground, Quarantine quarantine) {
    return new PackIngest(
        quarantine,
        ground.config.ingest(),
        Collections.emptySortedSet(),
        ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
        ground.freeDiskBytes);
  }

  private static SmartHttp smartHttp(
      Ground ground,
      ObjectStores objects,
      Quarantine quarantine,
      PackIngest ingest,
      RepositoryHost host,
      ByteBudget requests,
      Deque<Runnable> closers) {
    IngestLimits limits = ground.config.ingest();
    UploadService reading =
        new UploadService(
            new UploadService.Ground(
                objects,
                host.repositories()::servedTips,
                requests,
                ground.budgets.bytes("packs", ground.config.packHeapBytes())),
            ground.config.serve(),
            "graspd/" + Version.current().number(),
            ground.metrics.git(),
            System::nanoTime);
    closers.push(reading::close);
    ground.metrics.addCloneCache(reading::cacheBytes);
    ReceiveService writing =
        new ReceiveService(
            host.pushes(),
            ingest,
            quarantine,
            limits,
            ground.config.pushes(),
            ground.service,
            ground.metrics.git(),
            requests,
            System::nanoTime);
    closers.push(writing::close);
    Lookups lookups =
        new Lookups(Runtime.getRuntime().availableProcessors(), ground.config.waitingLookups());
    closers.push(lookups::close);
    return new SmartHttp(host.repositories(), lookups, reading, writing::exchange);
  }
}
