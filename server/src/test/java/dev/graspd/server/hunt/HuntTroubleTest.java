package dev.graspd.server.hunt;

import static dev.graspd.server.hunt.HostFixture.FAMILY;
import static dev.graspd.server.hunt.HostFixture.announcement;
import static dev.graspd.server.hunt.HostFixture.state;
import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.hunt.copy.RefComparison;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.domain.HuntTotals;
import dev.graspd.core.hunt.missing.MissingData;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.server.family.hunt.Hunting;
import dev.graspd.server.family.hunt.LandingOutcome;
import dev.graspd.server.family.objects.PackBase;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.hunt.git.RealGitServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
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

  private static HostFixture.Options scaled(
      int waitScale, int huntScale, UnaryOperator<Hunting> between) {
    return new HostFixture.Options(waitScale, huntScale, between, Quota.UNLIMITED);
  }

  private HostFixture bench(HostFixture.Options options) {
    return new HostFixture(temporary.resolve("data"), options);
  }

  /** Delegates everything; a test overrides some methods. */
  private abstract static class Between implements Hunting {
    private final Hunting hunting;

    Between(Hunting hunting) {
      this.hunting = hunting;
    }

    @Override
    public SortedSet<Oid> missing(Identifier family) {
      return hunting.missing(family);
    }

    @Override
    public MissingData missingData(Identifier family) {
      return hunting.missingData(family);
    }

    @Override
    public SortedMap<PublicKey, RefComparison> compare(
        Identifier family, CloneUrl url, SortedMap<RefName, Oid> refs, Optional<RefName> head) {
      return hunting.compare(family, url, refs, head);
    }

    @Override
    public SortedSet<EventId> waitingFor(Identifier family, SortedSet<Oid> ids) {
      return hunting.waitingFor(family, ids);
    }

    @Override
    public PackBase haves(Identifier family) {
      return hunting.haves(family);
    }

    @Override
    public Allowance room(Identifier family, SortedSet<Oid> wanted) {
      return hunting.room(family, wanted);
    }

    @Override
    public CompletionStage<LandingOutcome> land(PackDelivery delivery) {
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
    public void findHosted() throws InterruptedException {
      hunting.findHosted();
    }
  }

  @Test
  void lookThatFailsIsTriedAgainAndNoCompletion() throws IOException {
    AtomicInteger failures = new AtomicInteger(2);
    HostFixture.Options failing =
        scaled(
            1,
            200,
            hunting ->
                new Between(hunting) {
                  @Override
                  public MissingData missingData(Identifier family) {
                    if (failures.getAndDecrement() > 0) {
                      throw new IllegalStateException("on purpose");
                    }
                    return super.missingData(family);
                  }
                });
    Event state = state(ALICE, 0, "main", elsewhere.commit("a", "one"));
    try (HostFixture bench = bench(failing)) {
      bench.hold(announcement(ALICE, url()), state);
      bench.startHunting();
      bench.awaitServed(state);
      bench.await(() -> totals(bench).completed() == 1);
      assertThat(totals(bench).incomplete()).isEqualTo(2);
      assertThat(failures).hasValueLessThan(1);
    }
  }

  private static HuntTotals totals(HostFixture bench) {
    return bench.hunt.totals().orElseThrow();
  }

  /** The hunt is busy with its beginning while more comes than it takes. */
  @Test
  void newsThatFoundNoRoomIsFoundOutLater() throws IOException {
    CountDownLatch told = new CountDownLatch(1);
    CountDownLatch busy = new CountDownLatch(1);
    HostFixture.Options late =
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
    try (HostFixture bench = bench(late)) {
      bench.startHunting();
      await(busy);
      for (int i = 0; i < HuntInbox.NEWS_MAX; i++) {
        bench.news.get().waits(new Identifier("nobody" + i), Urgency.SYNCED);
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
    HostFixture.Options options =
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
    try (HostFixture bench = bench(options)) {
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
    try (HostFixture bench = bench(scaled(1_000, 1_000, UnaryOperator.identity()))) {
      bench.startHunting();
      bench.hold(announcement(ALICE, url()), first);
      bench.awaitServed(first);
      bench.hold(second);
      bench.await(() -> bench.host.lapsed().isLapsed(second.id()));
      assertThat(bench.host.hunting().missingData(FAMILY).wanted()).isEmpty();
      elsewhere.git("fetch", "-q", later.directory().toString(), "main:later");
      bench.awaitServed(second);
    }
  }
}
