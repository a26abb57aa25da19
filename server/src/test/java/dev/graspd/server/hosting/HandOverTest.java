package dev.graspd.server.hosting;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.room.NewRepositoryRates;
import dev.graspd.core.purgatory.Input;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.role.Role;
import dev.graspd.core.role.RoleLostException;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Store;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.Waiting;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.upkeep.Task;
import dev.graspd.server.app.command.Doctor;
import dev.graspd.server.base.Await;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.family.PushVerdict;
import dev.graspd.server.family.objects.RealGit;
import dev.graspd.server.family.packs.Repacking;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.gate.Sweeper;
import dev.graspd.server.role.Candidacy;
import dev.graspd.server.role.Duty;
import dev.graspd.server.role.LocalRoles;
import dev.graspd.server.role.Mandate;
import dev.graspd.server.role.Tenure;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.store.StoreDriver;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Roles go from one host to another over the same store. Each host has its own memory and its own
 * clock, as in another process.
 */
@Timeout(120)
class HandOverTest {
  private static final Instant NOW = Instant.ofEpochSecond(EventBuilder.DEFAULT_CREATED_AT + 1_000);
  private static final Identifier REPO = new Identifier("repo");
  private static final RepoAddress ALICES = new RepoAddress(ALICE.publicKey(), REPO);
  private static final Origin CLIENT =
      new Origin.Client(Collections.emptySortedSet(), Payer.operator());

  /** How long an announcement waits for git data. */
  private static final Duration LIFE = Duration.ofMinutes(30);

  private static final Duty IDLE = _ -> Tenure.IDLE;

  @TempDir Path directory;
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicReference<Instant> calendar = new AtomicReference<>(NOW);
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger expiredByFirst = new AtomicInteger();
  private final AtomicInteger expiredBySecond = new AtomicInteger();
  private Store store;
  private NamedObjects git;
  private LocalRoles roles;
  private RepositoryHost first;
  private RepositoryHost second;

  @BeforeEach
  void open() {
    store = Stores.open(directory.resolve("store"));
    git = new NamedObjects(store.repositories(), false);
    roles = new LocalRoles(store);
    first = host(expiredByFirst);
    pass(Duration.ofMinutes(5));
    // The clock of the second one is behind.
    second = host(expiredBySecond);
  }

  @AfterEach
  void close() {
    roles.close();
    first.close();
    second.close();
    executor.close();
    store.close();
  }

  private RepositoryHost host(AtomicInteger expired) {
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
    return new RepositoryHost(
        TestHosting.parts(
            store,
            store.repositories(),
            git,
            new PlainReception(store, general, _ -> {}, calendar::get),
            new UptimeClock(store.repositories().uptimeNanos(), nanos::get, calendar::get, 1),
            executor,
            counting(expired)),
        TestHosting.policy(
            general,
            TwoHostsTest.RULES,
            TwoHostsTest.MODE,
            TestHosting.limits(
                100, 1 << 20, new NewRepositoryRates(100, 100), 10_000, 10, 10, 100_000),
            "wss://git.example.org"));
  }

  private static HostingMetrics counting(AtomicInteger expired) {
    return new HostingMetrics() {
      @Override
      public void pushJudged(PushVerdict verdict) {}

      @Override
      public void expired(String type) {
        expired.incrementAndGet();
      }

      @Override
      public void released(Duration waited, boolean ofPeer) {}

      @Override
      public void restored() {}

      @Override
      public void erased() {}

      @Override
      public void listsApplied(ListEffect effect, int count) {}
    };
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private void wakeBoth() {
    first.wake();
    second.wake();
  }

  private Event announced(RepositoryHost host) {
    Event event = RepoWords.announcement(ALICE, REPO.text(), 0);
    RepoWords.now(host.reception().receive(event, CLIENT));
    return event;
  }

  private Wait waitOf(Event event) {
    return store.repositories().waiting(REPO).stream()
        .filter(row -> row.id().equals(event.id()))
        .map(Waiting::until)
        .findFirst()
        .orElseThrow();
  }

  private boolean isLapsed(Event event) {
    return waitOf(event).lapsed();
  }

  private String pushed(RepositoryHost host, String commands, Integer... objects) {
    PushRequest request =
        new PushRequest(ALICES, RepoWords.commands(commands), false, Payer.operator());
    return RepoWords.outcomes(
        RepoWords.now(host.pushes().perform(request, git.bring(REPO, RepoWords.oids(objects)))));
  }

  @Test
  void heldEventLapsesOnceByTheNewHolderAndInTime() {
    roles.offer(Role.TIMERS, first.timers());
    roles.offer(Role.TIMERS, second.timers());
    Event event = announced(first);
    pass(Duration.ofMinutes(20));
    wakeBoth();
    long until = waitOf(event).deadlineNanos();
    Eventually.await(() -> store.repositories().uptimeNanos() == nanos.get());

    roles.handOver(Role.TIMERS);
    long version = store.repositories().version(REPO);
    nanos.set(until - 1);
    wakeBoth();
    assertThat(isLapsed(event)).isFalse();
    nanos.set(until);
    wakeBoth();

    Eventually.await(() -> isLapsed(event) && expiredBySecond.get() > 0);
    assertThat(expiredBySecond).hasValue(1);
    assertThat(expiredByFirst).hasValue(0);
    roles.handOver(Role.TIMERS);
    wakeBoth();
    assertThat(store.repositories().version(REPO)).isGreaterThan(version);
    assertThat(store.tail(version, 10)).as("one change").hasSize(1);
    assertThat(first.lapsed().isLapsed(event.id())).isTrue();
    assertThat(second.lapsed().isLapsed(event.id())).isTrue();
  }

  @Test
  void clockNeverGoesBack() {
    roles.offer(Role.TIMERS, first.timers());
    roles.offer(Role.TIMERS, second.timers());
    announced(first);
    long before = store.repositories().uptimeNanos();
    assertThat(before).isEqualTo(nanos.get());

    roles.handOver(Role.TIMERS);
    pass(Duration.ofMinutes(1));
    wakeBoth();
    Eventually.await(() -> store.repositories().uptimeNanos() == nanos.get());
  }

  @Test
  void hostWithoutTheRoleTakesEventsAndPushesAndExpiresNothing() {
    Candidacy timers = roles.offer(Role.TIMERS, first.timers());
    Event event = announced(second);
    Eventually.await(() -> first.status().stats().held().containsValue(1L));
    timers.close();
    pass(LIFE.plusMinutes(10));
    wakeBoth();

    Event state = RepoWords.state(ALICE, REPO.text(), 1, "main=1");
    RepoWords.now(second.reception().receive(state, CLIENT));
    assertThat(isLapsed(event)).isFalse();
    assertThat(pushed(second, "main=1", 1)).isEqualTo("ok");
    assertThat(store.served(event.id())).contains(event);
    assertThat(first.repositories().find(ALICES)).isPresent();
    assertThat(expiredByFirst).hasValue(0);
    assertThat(expiredBySecond).hasValue(0);
  }

  @Test
  void waitThatEndedWhileNobodyHadTheRoleEndsAtTheTakeOver() {
    Candidacy timers = roles.offer(Role.TIMERS, first.timers());
    Event event = announced(first);
    timers.close();
    pass(LIFE.plusMinutes(10));
    wakeBoth();
    assertThat(isLapsed(event)).isFalse();

    roles.offer(Role.TIMERS, second.timers());

    Eventually.await(() -> isLapsed(event) && expiredBySecond.get() > 0);
    assertThat(expiredBySecond).hasValue(1);
  }

  @Test
  void lateWriteOfTheOldHolderIsRefused() throws InterruptedException {
    roles.offer(Role.TIMERS, first.timers());
    Event event = announced(first);
    CountDownLatch busy = new CountDownLatch(1);
    var lane = first.state().lanes().enter(REPO, () -> isDone(busy));
    pass(LIFE.plusMinutes(10));
    first.wake();
    long version = store.repositories().version(REPO);

    // Another process takes the role and does nothing yet.
    try (LocalRoles others = new LocalRoles(store)) {
      others.offer(Role.TIMERS, IDLE);
      busy.countDown();
      assertThat(RepoWords.now(lane)).isTrue();

      Eventually.await(() -> !first.state().purgatory().tell(new Input.Woken()));
      assertThat(isLapsed(event)).isFalse();
      assertThat(store.repositories().version(REPO)).isEqualTo(version);

      others.offer(Role.TIMERS, second.timers());
      others.handOver(Role.TIMERS);
      Eventually.await(() -> isLapsed(event) && store.lastSeq() > version);
      assertThat(store.tail(version, 10)).as("one change").hasSize(1);
    }
  }

  private static boolean isDone(CountDownLatch latch) {
    try {
      latch.await();
      return true;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the mandate of a role that is held now. */
  private static Mandate taken(LocalRoles roles, Role role) {
    AtomicReference<Mandate> taken = new AtomicReference<>(Mandate.NONE);
    roles.offer(
        role,
        mandate -> {
          taken.set(mandate);
          return Tenure.IDLE;
        });
    return taken.get();
  }

  /** Returns the mandate of a role that another process has taken since. */
  private Mandate lost(Role role) {
    Mandate old = taken(roles, role);
    try (LocalRoles others = new LocalRoles(store)) {
      others.offer(role, IDLE);
    }
    return old;
  }

  @Test
  void sweepOfTheOldHolderIsRefused() {
    Event event = EventBuilder.note("short").expiringAt(NOW.getEpochSecond()).signedBy(ALICE);
    new StoreDriver(store).append(event);
    Sweeper late = new Sweeper(store, () -> NOW, _ -> {}, lost(Role.TIMERS));

    assertThatThrownBy(() -> Await.answerOf(late.sweep())).isInstanceOf(RoleLostException.class);
    assertThat(store.known(event.id())).isEqualTo(Known.SERVED);

    Sweeper next =
        new Sweeper(store, () -> NOW, _ -> {}, taken(new LocalRoles(store), Role.TIMERS));
    assertThat(Await.answerOf(next.sweep())).isEqualTo(1);
  }

  @Test
  void erasureOfTheOldHolderIsRefused() {
    announced(first);
    RepoWords.now(
        first.reception().receive(RepoWords.state(ALICE, REPO.text(), 1, "main=1"), CLIENT));
    assertThat(pushed(first, "main=1", 1)).isEqualTo("ok");
    assertThat(RepoWords.now(first.actions().stopHosting(ALICES, "a test"))).isTrue();
    calendar.set(NOW.plus(Duration.ofDays(1_000)));

    assertThat(first.endedKeeper().cleanUp(lost(Role.TIMERS))).isZero();
    assertThat(store.repositories().ended().find(ALICES))
        .get()
        .matches(ended -> ended.phase() != EndedRepository.Phase.ERASING);

    assertThat(second.endedKeeper().cleanUp(taken(new LocalRoles(store), Role.TIMERS)))
        .isEqualTo(1);
    assertThat(store.repositories().ended().find(ALICES)).isEmpty();
  }

  @Test
  void listsOfTheOldHolderAreNotRecorded() {
    Mandate old = lost(Role.CURATION);
    assertThatThrownBy(() -> first.actions().applyLists(store.unwanted(), old))
        .isInstanceOf(RoleLostException.class);
    assertThat(second.actions().areListsApplied()).isFalse();

    second.actions().applyLists(store.unwanted(), taken(new LocalRoles(store), Role.CURATION));
    assertThat(first.actions().areListsApplied()).isTrue();
  }

  @Test
  void repackingThatIsHandedOverInTheMiddleLeavesNamedPacksAsTheyAre() throws IOException {
    RealGit.Commits commits = RealGit.Commits.make(directory.resolve("scratch"));
    AtomicReference<Runnable> whenMade = new AtomicReference<>(() -> {});
    FailPoints failPoints =
        name -> {
          if (name.equals(FailPoints.REPACK_MADE)) {
            whenMade.get().run();
          }
        };
    Path relay = directory.resolve("relay");
    Path packs = directory.resolve("git");
    try (RealGit real = new RealGit(packs, commits, failPoints);
        HuntFixture bench = new HuntFixture(relay, real, Maintainers.Mode.RECIPROCAL, failPoints);
        LocalRoles here = new LocalRoles(bench.store);
        LocalRoles there = new LocalRoles(bench.store)) {
      HuntFixture.Repo repo = bench.repo("repo");
      repo.hosted(ALICE);
      bench.send(repo.state(ALICE, 1, "main=2"));
      assertThat(repo.push(ALICE, "main=2", 2)).isEqualTo("ok");
      List<PackRecord> before = bench.store.repositories().packs(repo.identifier);
      assertThat(before).hasSize(2);
      AtomicReference<Mandate> taken = new AtomicReference<>(Mandate.NONE);
      Duty upkeep =
          mandate -> {
            taken.set(mandate);
            return Tenure.IDLE;
          };
      here.offer(Role.UPKEEP, upkeep);
      Repacking old = bench.host.repacking().under(taken.get());
      whenMade.set(() -> there.offer(Role.UPKEEP, upkeep));

      assertThatThrownBy(() -> whole(old, repo)).isInstanceOf(RoleLostException.class);

      whenMade.set(() -> {});
      assertThat(bench.store.repositories().packs(repo.identifier)).isEqualTo(before);
      assertThat(repo.refs(ALICE)).isEqualTo("main=2");
      assertThat(whole(bench.host.repacking().under(taken.get()), repo))
          .isInstanceOf(Repacking.Outcome.Done.class);
      assertThat(bench.store.repositories().packs(repo.identifier)).hasSize(1);
    }
    assertThat(Doctor.problems(relay, packs, HuntFixture.RULES, Maintainers.Mode.RECIPROCAL))
        .isEmpty();
  }

  private static Repacking.Outcome whole(Repacking repacking, HuntFixture.Repo repo) {
    return repacking.perform(repo.identifier, new Task.Whole(true), Long.MAX_VALUE);
  }
}
