package dev.graspd.server.hosting;

import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.room.NewRepositoryRates;
import dev.graspd.core.role.Role;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.Store;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.family.HuntListener;
import dev.graspd.server.family.held.HeldCharges;
import dev.graspd.server.family.objects.TestGit;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.hosting.FaultyStore.Fault;
import dev.graspd.server.role.Candidacy;
import dev.graspd.server.role.LocalRoles;
import dev.graspd.server.role.Mandate;
import dev.graspd.server.role.Tenure;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Two hosts over one store, each with its own clock. One of them has the timers, the first one at
 * the beginning; the other one may take them. Either may be replaced by a new one.
 */
final class TwoHosts implements AutoCloseable {
  private static final Instant NOW = Instant.ofEpochSecond(EventBuilder.DEFAULT_CREATED_AT + 9_000);
  private static final long VIEWS_BYTES = 32L << 20;

  /** Opens the git data of a host when it starts. */
  interface GitOpener {
    TestGit open(int number, RepositoryStore store, FailPoints failPoints);
  }

  /**
   * One of them, and what ends with it.
   *
   * @param isCandidate whether it had the timers before
   * @param isOnDuty whether its timers run, as far as it knows
   */
  private record Host(
      RepositoryHost host,
      TestGit git,
      ExecutorService executor,
      KillSwitch killSwitch,
      LocalRoles roles,
      UpkeepRole upkeep,
      AtomicBoolean isCandidate,
      AtomicBoolean isOnDuty) {
    private Tenure timers(Mandate mandate) {
      Tenure tenure = host.timers().begin(mandate);
      isOnDuty.set(true);
      return () -> {
        tenure.close();
        isOnDuty.set(false);
      };
    }
  }

  final Store store;

  /** For the traffic. */
  final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

  private final List<AtomicLong> nanos = List.of(new AtomicLong(), new AtomicLong());
  private final List<UptimeClock> clocks =
      nanos.stream().map(own -> new UptimeClock(0, own::get, () -> NOW, 1)).toList();
  private final Fault fault;
  private final boolean isLate;
  private final GitOpener gitOpener;
  private final Host[] hosts = new Host[2];
  private final List<Host> over = new ArrayList<>();
  private int holder;
  private int upkeeper;

  /** Over sets of ids instead of git data. */
  TwoHosts(Path directory, Fault fault, boolean isLate) {
    this(directory, fault, isLate, NamedObjects.shared(fault == Fault.PACK_NAMED_EARLY));
  }

  TwoHosts(Path directory, Fault fault, boolean isLate, GitOpener gitOpener) {
    this.fault = fault;
    this.isLate = isLate;
    this.gitOpener = gitOpener;
    store = Stores.open(directory);
    begin(0);
    begin(1);
  }

  /** Whether no fault is planted. */
  boolean isSound() {
    return fault == Fault.NONE;
  }

  RepositoryHost host(int number) {
    return hosts[number].host;
  }

  TestGit git(int number) {
    return hosts[number].git;
  }

  /** Where a host may be killed. */
  KillSwitch killSwitch(int number) {
    return hosts[number].killSwitch;
  }

  /** Ends one without a word, and begins another one in its place. */
  void replace(int number) {
    hosts[number].roles.close();
    if (hosts[number].killSwitch.hasKilled()) {
      // A killed thread keeps its lane, and the recovery may wait for that.
      executor.execute(hosts[number].host::close);
    } else {
      hosts[number].host.close();
    }
    over.add(hosts[number]);
    begin(number);
  }

  private void begin(int number) {
    ExecutorService own = Executors.newVirtualThreadPerTaskExecutor();
    KillSwitch killSwitch = new KillSwitch();
    TestGit git = gitOpener.open(number, store.repositories(), killSwitch);
    RepositoryHost host = newHost(clocks.get(number), git, own, killSwitch);
    LocalRoles roles = new LocalRoles(store);
    hosts[number] =
        new Host(
            host,
            git,
            own,
            killSwitch,
            roles,
            new UpkeepRole(roles),
            new AtomicBoolean(),
            new AtomicBoolean());
    git.clean(host.shelves(), AllRows.packs(store.repositories()));
    if (number == holder) {
      takeTimers(number);
    }
    if (number == upkeeper) {
      hosts[number].upkeep.take();
    }
    if (number == 0) {
      Tenure _ = host.recovery().begin(Mandate.NONE);
    }
  }

  private void takeTimers(int number) {
    Host host = hosts[number];
    if (host.isCandidate.compareAndSet(false, true)) {
      Candidacy _ = host.roles.offer(Role.TIMERS, host::timers);
    } else {
      host.roles.handOver(Role.TIMERS);
    }
  }

  /** Which of them has the timers. */
  int holder() {
    return holder;
  }

  /** Whether the timers of one run: it may not know yet that the other one has taken them. */
  boolean isOnDuty(int number) {
    return hosts[number].isOnDuty.get();
  }

  /** The other host takes the timers, and tells the one that has them nothing. */
  void handOver() {
    holder = 1 - holder;
    takeTimers(holder);
  }

  /** Which of them has upkeep. */
  int upkeeper() {
    return upkeeper;
  }

  /** The mandate of upkeep that a host had last; its writes count only while it is the newest. */
  Mandate upkeepOf(int number) {
    return hosts[number].upkeep.mandate();
  }

  /** The other host takes upkeep, and tells the one that has it nothing. */
  void handOverUpkeep() {
    upkeeper = 1 - upkeeper;
    hosts[upkeeper].upkeep.take();
  }

  void pass(Duration time) {
    pass(time, 0);
    pass(time, 1);
  }

  /** Time passes for one of them. */
  void pass(Duration time, int number) {
    nanos.get(number).addAndGet(time.toNanos());
    host(number).wake();
  }

  /** Timers may have something to do. */
  void wake() {
    host(holder).wake();
  }

  private RepositoryHost newHost(
      UptimeClock clock, TestGit git, ExecutorService own, FailPoints failPoints) {
    AdmissionRules general =
        new AdmissionRules(
            TwoHostsTest.SERVICE,
            false,
            1 << 18,
            1 << 20,
            2_000,
            12_000,
            900,
            0,
            true,
            new TreeSet<>());
    FaultyStore faulty = new FaultyStore(store, store.repositories(), fault, isLate);
    EventStore events = faulty.events();
    return new RepositoryHost(
        new HostingParts(
            events,
            faulty.repositories(),
            git.objects(),
            new PlainReception(events, general, _ -> {}, () -> NOW),
            clock,
            own,
            HostingMetrics.NONE,
            failPoints,
            HuntListener.NONE,
            new Diary(NOW.getEpochSecond()),
            git.health(),
            git.rewriting(),
            own,
            new ByteBudget("families", VIEWS_BYTES),
            HeldCharges.alone()),
        TestHosting.policy(
            general,
            TwoHostsTest.RULES,
            TwoHostsTest.MODE,
            TestHosting.limits(
                100_000,
                1 << 26,
                new NewRepositoryRates(100_000, 100_000),
                100_000,
                1_000,
                1_000,
                100_000),
            "wss://git.example.org"));
  }

  @Override
  public void close() {
    for (Host one : hosts) {
      one.roles.close();
      one.host.close();
    }
    over.addAll(List.of(hosts));
    over.forEach(one -> one.killSwitch.release());
    executor.close();
    over.forEach(one -> {
      one.executor.close();
      one.git.close();
    });
    store.close();
  }
}
