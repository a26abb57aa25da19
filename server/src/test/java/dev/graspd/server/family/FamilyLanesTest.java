package dev.graspd.server.family;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.LaneOrder.Group;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.objects.SetOfObjects;
import dev.graspd.server.gate.StoreFaults;
import dev.graspd.testkit.EventBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The test decides when work runs, on its thread. */
class FamilyLanesTest {
  private static final Payer STRANGER = address("198.51.100.1");
  private static final Payer MAINTAINER = address("203.0.113.7");

  private final Deque<Runnable> started = new ArrayDeque<>();
  private final List<String> done = new ArrayList<>();
  private final FamilyLanes lanes = new FamilyLanes(started::add, 100_000, (_, _) -> false);

  private static Payer address(String literal) {
    return Payer.of(InetAddress.ofLiteral(literal));
  }

  private static SortedSet<Identifier> of(String... names) {
    SortedSet<Identifier> lanes = new TreeSet<>();
    Stream.of(names).map(Identifier::new).forEach(lanes::add);
    return lanes;
  }

  private CompletionStage<Boolean> enter(Payer payer, String name, String... in) {
    return lanes.enter(Group.OTHERS, payer, of(in), () -> done.add(name));
  }

  private void enter(FamilyLanes known, Event event, Payer payer, String name) {
    var _ = known.enter(event, payer, of("repo"), () -> done.add(name));
  }

  /** Work that blocks its own thread. */
  private record Open(CompletableFuture<Boolean> end, Thread thread) {
    void finish() throws InterruptedException {
      end.complete(true);
      thread.join();
    }
  }

  /** Work in these lanes that blocks until the test ends it. */
  private Open open(Payer payer, String... in) {
    CompletableFuture<Boolean> end = new CompletableFuture<>();
    var _ = lanes.enter(Group.OTHERS, payer, of(in), end::join);
    return new Open(end, Thread.startVirtualThread(started.removeFirst()));
  }

  private void runAll() {
    while (!started.isEmpty()) {
      started.removeFirst().run();
    }
  }

  @Test
  void ownersAndPushesDoNotWaitForEveryAddressOfStrangers() {
    FamilyLanes known =
        new FamilyLanes(started::add, 100_000, (_, key) -> key.equals(ALICE.publicKey()));
    for (int i = 0; i < 400; i++) {
      Payer payer = address("198.51." + i / 200 + "." + i % 200);
      enter(known, EventBuilder.kind(1618).unsignedBy(BOB), payer, "s" + i);
    }
    enter(known, EventBuilder.kind(30618).unsignedBy(ALICE), MAINTAINER, "state");
    var _ = known.enter(Group.PUSHES, address("203.0.113.8"), of("repo"), () -> done.add("push"));
    runAll();
    assertThat(done.indexOf("state")).isLessThanOrEqualTo(2);
    assertThat(done.indexOf("push")).isLessThanOrEqualTo(3);
  }

  @Test
  void workOfOnePayerDoesNotWaitForTheThousandsOfAnother() {
    IntStream.range(0, 2_000).forEach(i -> enter(STRANGER, "s" + i, "repo"));
    enter(MAINTAINER, "state", "repo");
    enter(MAINTAINER, "push", "repo");
    runAll();
    assertThat(done.indexOf("state")).isLessThanOrEqualTo(2);
    assertThat(done.indexOf("push")).isLessThanOrEqualTo(4);
    assertThat(done).hasSize(2_002);
  }

  @Test
  void workOfOnePayerKeepsItsOrder() {
    for (int i = 0; i < 100; i++) {
      enter(STRANGER, "s" + i, "repo");
      enter(MAINTAINER, "m" + i, "repo");
    }
    runAll();
    assertThat(done).filteredOn(name -> name.startsWith("m")).isEqualTo(numbered("m", 100));
    assertThat(done).filteredOn(name -> name.startsWith("s")).isEqualTo(numbered("s", 100));
  }

  private static List<String> numbered(String word, int count) {
    return IntStream.range(0, count).mapToObj(i -> word + i).toList();
  }

  @Test
  void workOfTheServerHasATurnOfItsOwn() {
    IntStream.range(0, 500).forEach(i -> enter(STRANGER, "s" + i, "repo"));
    IntStream.range(0, 500).forEach(i -> enter(Payer.operator(), "o" + i, "repo"));
    var _ = lanes.enter(of("repo"), () -> done.add("expiry"));
    runAll();
    assertThat(done.indexOf("expiry")).isLessThanOrEqualTo(3);
  }

  @Test
  void oneSiteHasOneTurnHoweverManyNetworksItHas() {
    for (int i = 0; i < 500; i++) {
      enter(address("2001:db8:1:%x::1".formatted(i)), "s" + i, "repo");
    }
    enter(address("2001:db8:2:1::1"), "neighbour", "repo");
    enter(MAINTAINER, "push", "repo");
    runAll();
    assertThat(done.indexOf("neighbour")).isLessThanOrEqualTo(3);
    assertThat(done.indexOf("push")).isLessThanOrEqualTo(3);
  }

  @Test
  void networksOfOneSiteAreServedInTurn() {
    IntStream.range(0, 500).forEach(i -> enter(address("2001:db8:1:1::1"), "s" + i, "repo"));
    enter(address("2001:db8:1:2::1"), "neighbour", "repo");
    runAll();
    assertThat(done.indexOf("neighbour")).isLessThanOrEqualTo(2);
  }

  @Test
  void workThatNeedsSeveralLanesHasAllOfThemAtOnce() throws InterruptedException {
    Open open = open(STRANGER, "a", "b");
    enter(MAINTAINER, "in a", "a");
    enter(MAINTAINER, "in b", "b");
    enter(MAINTAINER, "in c", "c");
    runAll();
    assertThat(done).containsExactly("in c");
    open.finish();
    runAll();
    assertThat(done).containsExactly("in c", "in a", "in b");
  }

  @Test
  void workThatWaitsForAnotherLaneDoesNotHoldUpThisOne() throws InterruptedException {
    Open slow = open(STRANGER, "theirs");
    enter(address("198.51.100.2"), "both", "ours", "theirs");
    enter(MAINTAINER, "push", "ours");
    runAll();
    assertThat(done).containsExactly("push");
    slow.finish();
    runAll();
    assertThat(done).containsExactly("push", "both");
  }

  @Test
  void workThatNeedsSeveralLanesIsNotPassedForEver() throws InterruptedException {
    Open slow = open(STRANGER, "theirs");
    enter(address("198.51.100.2"), "both", "ours", "theirs");
    for (int i = 0; i < LaneOrder.OVERTAKEN_MAX + 10; i++) {
      enter(MAINTAINER, "m" + i, "ours");
    }
    runAll();
    assertThat(done).hasSize(LaneOrder.OVERTAKEN_MAX).doesNotContain("both");
    slow.finish();
    runAll();
    assertThat(done.indexOf("both")).isEqualTo(LaneOrder.OVERTAKEN_MAX);
    assertThat(done).hasSize(LaneOrder.OVERTAKEN_MAX + 11);
  }

  @Test
  void workWithoutALaneRunsAtOnce() throws InterruptedException {
    Open open = open(STRANGER, "repo");
    enter(STRANGER, "nowhere");
    runAll();
    assertThat(done).containsExactly("nowhere");
    open.finish();
  }

  @Test
  void failureIsItsOwn() {
    CompletionStage<Boolean> failed =
        lanes.enter(
            Group.OTHERS,
            STRANGER,
            of("repo"),
            () -> {
              throw new IllegalStateException("mine");
            });
    enter(STRANGER, "next", "repo");
    runAll();
    assertThat(failed).isCompletedExceptionally();
    assertThat(done).containsExactly("next");
  }

  @Test
  void onePayerHasAShareOfWhatMayWait() {
    FamilyLanes small = new FamilyLanes(started::add, 80, (_, _) -> false);
    List<CompletionStage<Boolean>> answers = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      answers.add(small.enter(Group.OTHERS, STRANGER, of("a" + i), () -> true));
    }
    assertThat(answers.subList(0, 10)).noneMatch(FamilyLanesTest::isRefused);
    assertThat(answers.subList(10, 12)).allMatch(FamilyLanesTest::isRefused);
    assertThat(small.enter(Group.OTHERS, MAINTAINER, of("a1"), () -> true))
        .matches(answer -> !isRefused(answer));
    assertThat(small.enter(of("a1"), () -> true))
        .as("what the server has to do cannot be refused")
        .matches(answer -> !isRefused(answer));
    runAll();
    assertThat(small.enter(Group.OTHERS, STRANGER, of("a1"), () -> true))
        .as("what is done does not count")
        .matches(answer -> !isRefused(answer));
  }

  @Test
  void relaysAreBoundByTheirBytesAlone() {
    FamilyLanes small = new FamilyLanes(started::add, 8, (_, _) -> false);
    Payer relay = new Payer.Host("relay.example.org");
    for (int i = 0; i < 100; i++) {
      assertThat(small.enter(Group.OTHERS, relay, of("repo"), () -> true))
          .matches(answer -> !isRefused(answer));
    }
  }

  private static boolean isRefused(CompletionStage<?> answer) {
    CompletableFuture<?> future = answer.toCompletableFuture();
    return future.isCompletedExceptionally()
        && StoreFaults.refusalOf(future.exceptionNow()).reason() == ServerReason.SERVER_BUSY
        && !StoreFaults.isNews(future.exceptionNow());
  }

  @Test
  void whenTheServerEndsAllThatWaitIsTold() {
    AtomicInteger running = new AtomicInteger();
    CompletableFuture<Boolean> end = new CompletableFuture<>();
    FamilyLanes ending =
        new FamilyLanes(
            work -> {
              if (running.incrementAndGet() > 1) {
                throw new RejectedExecutionException("the server ends");
              }
              Thread.startVirtualThread(work);
            },
            1_000_000,
            (_, _) -> false);
    var first = ending.enter(Group.OTHERS, STRANGER, of("repo"), end::join);
    List<CompletionStage<Boolean>> others = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      others.add(ending.enter(Group.OTHERS, STRANGER, of("repo"), end::join));
    }
    end.complete(true);
    assertThat(first.toCompletableFuture().join()).isTrue();
    assertThat(others)
        .allMatch(
            one -> one.toCompletableFuture().exceptionNow() instanceof RejectedExecutionException);
  }

  @Test
  void deliveryIsClosedBeforeTheNextInItsLane() {
    SetOfObjects git = new SetOfObjects();
    Identifier repo = new Identifier("repo");
    PackDelivery delivery = git.bring(repo, new Oid("1".repeat(40)));
    var _ =
        lanes.land(
            STRANGER,
            delivery,
            () -> {
              publish(delivery);
              return done.add("published " + git.published(repo).size());
            });
    var _ = lanes.enter(repo, () -> done.add("left " + git.published(repo).size()));
    runAll();
    assertThat(done).containsExactly("published 1", "left 0");
  }

  @Test
  void deliveryIsClosedIfItsWorkCannotBegin() {
    SetOfObjects git = new SetOfObjects();
    Identifier repo = new Identifier("repo");
    PackDelivery delivery = git.bring(repo, new Oid("1".repeat(40)));
    publish(delivery);
    FamilyLanes ending =
        new FamilyLanes(
            _ -> {
              throw new RejectedExecutionException("the server ends");
            },
            1_000,
            (_, _) -> false);
    assertThat(ending.land(delivery, () -> done.add("landed"))).isCompletedExceptionally();
    assertThat(git.published(repo)).isEmpty();
    assertThat(done).isEmpty();
  }

  private static void publish(PackDelivery delivery) {
    try {
      delivery.store();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void manyThreadsNeverMeetInALane() throws Exception {
    AtomicInteger[] inside = {new AtomicInteger(), new AtomicInteger(), new AtomicInteger()};
    AtomicInteger met = new AtomicInteger();
    List<CompletableFuture<Boolean>> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      FamilyLanes real = new FamilyLanes(threads, 100_000, (_, _) -> false);
      for (int i = 0; i < 3_000; i++) {
        int a = i % 3;
        int b = i % 7 == 0 ? (a + 1) % 3 : a;
        answers.add(
            real.enter(
                    Group.OTHERS,
                    address("198.51.100." + i % 5),
                    of("lane" + a, "lane" + b),
                    () -> {
                      met.addAndGet(inside[a].getAndIncrement());
                      met.addAndGet(a == b ? 0 : inside[b].getAndIncrement());
                      Thread.onSpinWait();
                      inside[a].decrementAndGet();
                      inside[b].addAndGet(a == b ? 0 : -1);
                      return true;
                    })
                .toCompletableFuture());
      }
      CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).get(20, TimeUnit.SECONDS);
    }
    assertThat(met).hasValue(0);
  }
}
