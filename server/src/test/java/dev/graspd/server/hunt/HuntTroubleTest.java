package dev.graspd.server.hunt;

import static dev.graspd.server.hunt.HostBench.FAMILY;
import static dev.graspd.server.hunt.HostBench.announcement;
import static dev.graspd.server.hunt.HostBench.state;
import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.HuntTotals;
import dev.graspd.core.hunt.Quarry;
import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.policy.Allowance;
import dev.graspd.core.policy.Quota;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.gate.Delivery;
import dev.graspd.server.gate.Ground;
import dev.graspd.server.gate.Hunting;
import dev.graspd.server.gate.Landed;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.hunt.git.RealGitServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The hunt when our own side fails, is late, or told too much. */
@Timeout(180)
class HuntTroubleTest {
  @TempDir Path temporary;
  private Scratch elsewhere;
  private RealGitServer server;

  @BeforeEach
  void begin() throws IOException {
    elsewhere = Scratch.init(temporary.resolve("served/repo"));
    server = new RealGitServer(temporary.resolve("served"));
  }

  @AfterEach
  void end() {
    server.close();
  }

  private String url() {
    return server.url("repo/.git");
  }

  private static HostBench.Options scaled(
      int waitScale, int huntScale, UnaryOperator<Hunting> between) {
    return new HostBench.Options(waitScale, huntScale, between, Quota.UNLIMITED);
  }

  private HostBench bench(HostBench.Options options) {
    return new HostBench(temporary.resolve("data"), options);
  }

  /** Passes everything on; what a test changes, it overrides. */
  private abstract static class Between implements Hunting {
    private final Hunting hunting;

    Between(Hunting hunting) {
      this.hunting = hunting;
    }

    @Override
    public Quarry quarry(Identifier family) {
      return hunting.quarry(family);
    }

    @Override
    public SortedSet<EventId> waitingFor(Identifier family, SortedSet<Oid> ids) {
      return hunting.waitingFor(family, ids);
    }

    @Override
    public Ground haves(Identifier family) {
      return hunting.haves(family);
    }

    @Override
    public Allowance room(Identifier family, SortedSet<Oid> wanted) {
      return hunting.room(family, wanted);
    }

    @Override
    public CompletionStage<Landed> land(Delivery delivery) {
      return hunting.land(delivery);
    }

    @Override
    public CompletionStage<SortedSet<EventId>> revive(
        Identifier family, SortedSet<Oid> advertised) {
      return hunting.revive(family, advertised);
    }

    @Override
    public List<Identifier> waiting() {
      return hunting.waiting();
    }

    @Override
    public List<Identifier> hosted() {
      return hunting.hosted();
    }
  }

  @Test
  void lookThatFailsIsTriedAgainAndNoCompletion() throws IOException {
    AtomicInteger failures = new AtomicInteger(2);
    HostBench.Options failing =
        scaled(
            1,
            200,
            hunting ->
                new Between(hunting) {
                  @Override
                  public Quarry quarry(Identifier family) {
                    if (failures.getAndDecrement() > 0) {
                      throw new IllegalStateException("on purpose");
                    }
                    return super.quarry(family);
                  }
                });
    Event state = state(ALICE, 0, "main", elsewhere.commit("a", "one"));
    try (HostBench bench = bench(failing)) {
      bench.hold(announcement(ALICE, url()), state);
      bench.startHunting();
      bench.awaitServed(state);
      bench.await(() -> totals(bench).completed() == 1);
      assertThat(totals(bench).incomplete()).isEqualTo(2);
      assertThat(failures).hasValueLessThan(1);
    }
  }

  private static HuntTotals totals(HostBench bench) {
    return bench.hunt.totals().orElseThrow();
  }

  /** The hunt is busy with its beginning while more is told to it than it takes. */
  @Test
  void newsThatFoundNoRoomIsFoundOutLater() throws IOException {
    CountDownLatch told = new CountDownLatch(1);
    CountDownLatch busy = new CountDownLatch(1);
    HostBench.Options late =
        scaled(
            1,
            200,
            hunting ->
                new Between(hunting) {
                  @Override
                  public List<Identifier> waiting() {
                    List<Identifier> waiting = super.waiting();
                    busy.countDown();
                    await(told);
                    return waiting;
                  }
                });
    Event state = state(ALICE, 0, "main", elsewhere.commit("a", "one"));
    try (HostBench bench = bench(late)) {
      bench.startHunting();
      await(busy);
      for (int i = 0; i < HuntHost.NEWS_MAX; i++) {
        bench.hunt.waits(new Identifier("nobody" + i), Urgency.SYNCED);
      }
      bench.hold(announcement(ALICE, url()), state);
      assertThat(bench.hunt.view(FAMILY).orElseThrow().waits()).isFalse();
      told.countDown();
      bench.awaitServed(state);
    }
  }

  /** A late state of a burst must not cost its family a fetch of its own. */
  @Test
  void stateThatComesWhileAPassIsOnItsWayIsFetchedByIt() throws IOException {
    String main = elsewhere.commit("a", "one");
    elsewhere.git("checkout", "-q", "-b", "dev");
    String dev = elsewhere.commit("b", "two");
    Event late = state(ALICE, 1, "main", main, "dev", dev);
    AtomicReference<Runnable> onTheWay = new AtomicReference<>(() -> {});
    HostBench.Options options =
        scaled(
            1,
            200,
            hunting ->
                new Between(hunting) {
                  // A pass asks this before it dials.
                  @Override
                  public SortedSet<EventId> waitingFor(Identifier family, SortedSet<Oid> ids) {
                    onTheWay.getAndSet(() -> {}).run();
                    return super.waitingFor(family, ids);
                  }
                });
    try (HostBench bench = bench(options)) {
      onTheWay.set(() -> bench.hold(late));
      bench.hold(announcement(ALICE, url()), state(ALICE, 0, "main", main));
      bench.startHunting();
      bench.awaitServed(late);
      assertThat(server.posted()).filteredOn(text -> text.contains("command=fetch")).hasSize(1);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Half an hour passes in two seconds. */
  @Test
  void stateThatWaitedInVainIsServedWhenAComparisonFindsItsData() throws IOException {
    Event first = state(ALICE, 0, "main", elsewhere.commit("a", "one"));
    Scratch later = Scratch.init(temporary.resolve("later"));
    Event second = state(ALICE, 1, "main", later.commit("b", "two"));
    try (HostBench bench = bench(scaled(1_000, 1_000, UnaryOperator.identity()))) {
      bench.startHunting();
      bench.hold(announcement(ALICE, url()), first);
      bench.awaitServed(first);
      bench.hold(second);
      bench.await(() -> bench.host.lapsed().isLapsed(second.id()));
      assertThat(bench.host.hunting().quarry(FAMILY).wanted()).isEmpty();
      elsewhere.git("fetch", "-q", later.directory().toString(), "main:later");
      bench.awaitServed(second);
    }
  }
}
