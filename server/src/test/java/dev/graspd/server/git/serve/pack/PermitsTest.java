package dev.graspd.server.git.serve.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.git.serve.request.ServeLimits;
import dev.graspd.testkit.Eventually;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PermitsTest {
  private static final Payer ALICE = Payer.of(InetAddress.ofLiteral("192.0.2.1"));
  private static final Payer BOB = Payer.of(InetAddress.ofLiteral("192.0.2.2"));
  private static final long HEAP_BYTES = 800;
  private static final Payer OPERATOR = Payer.operator();

  @Test
  void oneAddressGetsItsShareAndAnotherTheRest() throws InterruptedException {
    Permits permits = permits(4, 2, 4, 0);
    assertThat(acquire(permits, ALICE, false)).isPresent();
    assertThat(acquire(permits, ALICE, false)).isPresent();
    assertThat(acquire(permits, ALICE, false)).isEmpty();
    assertThat(acquire(permits, BOB, false)).isPresent();
    assertThat(acquire(permits, BOB, false)).isPresent();
    assertThat(acquire(permits, OPERATOR, false)).isEmpty();
    assertThat(permits.inUse()).isEqualTo(4);
  }

  @Test
  void operatorHasNoLimitOfItsOwn() throws InterruptedException {
    Permits permits = permits(4, 1, 4, 0);
    for (int i = 0; i < 4; i++) {
      assertThat(acquire(permits, OPERATOR, false)).isPresent();
    }
  }

  @Test
  void heavyOnesLeaveRoomForLightOnes() throws InterruptedException {
    Permits permits = permits(3, 3, 2, 0);
    assertThat(acquire(permits, ALICE, true)).isPresent();
    assertThat(acquire(permits, ALICE, true)).isPresent();
    assertThat(acquire(permits, BOB, true)).isEmpty();
    assertThat(acquire(permits, BOB, false)).isPresent();
  }

  @Test
  void placeGivenBackTwiceCountsOnce() throws InterruptedException {
    Permits permits = permits(1, 1, 1, 0);
    Permits.Permit permit = acquire(permits, ALICE, true).orElseThrow();
    permit.close();
    permit.close();
    assertThat(permits.inUse()).isZero();
    assertThat(acquire(permits, ALICE, true)).isPresent();
    assertThat(acquire(permits, ALICE, true)).isEmpty();
  }

  @Test
  void whoWaitsGetsThePlaceThatIsGivenBack()
      throws InterruptedException, ExecutionException, TimeoutException {
    Permits permits = permits(1, 1, 1, 1);
    Permits.Permit first = acquire(permits, ALICE, false).orElseThrow();
    CompletableFuture<Optional<Permits.Permit>> second =
        CompletableFuture.supplyAsync(() -> acquired(permits, BOB));
    first.close();
    assertThat(second.get(20, TimeUnit.SECONDS)).isPresent();
  }

  @Test
  void waitingForAnAddressDoesNotHoldUpTheOthers()
      throws InterruptedException, ExecutionException, TimeoutException {
    Permits permits = permits(3, 1, 3, 2);
    Permits.Permit first = acquire(permits, ALICE, false).orElseThrow();
    CompletableFuture<Optional<Permits.Permit>> second =
        CompletableFuture.supplyAsync(() -> acquired(permits, ALICE));
    assertThat(acquire(permits, BOB, false)).isPresent();
    first.close();
    assertThat(second.get(20, TimeUnit.SECONDS)).isPresent();
  }

  @Test
  void waitingEndsInTime() throws InterruptedException {
    ServeLimits limits = limits(1, 1, 1, 1, Duration.ofMillis(1));
    Permits permits = permits(limits);
    assertThat(acquire(permits, ALICE, false)).isPresent();
    assertThat(acquire(permits, BOB, false)).isEmpty();
    // The one that gave up has left the queue.
    assertThat(acquire(permits, BOB, false)).isEmpty();
    assertThat(permits.inUse()).isEqualTo(1);
  }

  /** An address, how many of it ask at once, and how many of them may wait. */
  @ParameterizedTest
  @CsvSource({"192.0.2.1, 48, 4", "192.0.2.1, 3, 3", "2001:db8::1, 48, 4", "2001:db8::1, 2, 2"})
  void oneAddressWaitsInItsShareOfTheQueue(String address, int asking, int waiting) {
    Permits permits = permits(1, 1, 1, 32);
    Payer payer = Payer.of(InetAddress.ofLiteral(address));
    Permits.Permit only = acquired(permits, OPERATOR).orElseThrow();
    List<CompletableFuture<Optional<Permits.Permit>>> all = ask(permits, payer, asking);
    Eventually.await(() -> permits.waiting() == waiting && ended(all) == asking - waiting);
    // The others have theirs.
    List<CompletableFuture<Optional<Permits.Permit>>> other = ask(permits, BOB, 1);
    Eventually.await(() -> permits.waiting() == waiting + 1);
    only.close();
    Eventually.await(() -> all.stream().anyMatch(one -> isGiven(one)));
    // As soon as one has it, it gives it back.
    Eventually.await(() -> {
      given(all).forEach(Permits.Permit::close);
      return isGiven(other.getFirst());
    });
  }

  @Test
  void twentyGreedyAddressesLeaveAPlaceForTheNext() {
    Permits permits = permits(1, 1, 1, 256);
    assertThat(acquired(permits, OPERATOR)).isPresent();
    for (int i = 1; i <= 20; i++) {
      int earlier = permits.waiting();
      List<CompletableFuture<Optional<Permits.Permit>>> all =
          ask(permits, Payer.of(InetAddress.ofLiteral("198.51.100." + i)), 40);
      Eventually.await(() -> ended(all) + permits.waiting() == 40 + earlier);
    }
    int before = permits.waiting();
    assertThat(before).isBetween(200, 255);
    List<CompletableFuture<Optional<Permits.Permit>>> honest = ask(permits, BOB, 1);
    Eventually.await(() -> permits.waiting() == before + 1);
    assertThat(ended(honest)).isZero();
  }

  @Test
  void addressesAreServedInTurn() {
    Permits permits = permits(1, 1, 1, 64);
    Permits.Permit only = acquired(permits, OPERATOR).orElseThrow();
    List<CompletableFuture<Optional<Permits.Permit>>> greedy = ask(permits, ALICE, 8);
    Eventually.await(() -> permits.waiting() == 8);
    List<CompletableFuture<Optional<Permits.Permit>>> honest = ask(permits, BOB, 1);
    Eventually.await(() -> permits.waiting() == 9);
    only.close();
    // The first of the greedy came first, then it is the other's turn.
    Eventually.await(() -> given(greedy).size() == 1);
    given(greedy).forEach(Permits.Permit::close);
    Eventually.await(() -> isGiven(honest.getFirst()));
    assertThat(given(greedy)).hasSize(1);
  }

  @Test
  void networkOfOneIpv6CustomerHasOneTurn() {
    Permits permits = permits(1, 1, 1, 64);
    Permits.Permit only = acquired(permits, OPERATOR).orElseThrow();
    List<CompletableFuture<Optional<Permits.Permit>>> greedy = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Payer part = Payer.of(InetAddress.ofLiteral("2001:db8:0:" + i + "::1"));
      greedy.addAll(ask(permits, part, 1));
      int waiting = i + 1;
      Eventually.await(() -> permits.waiting() == waiting);
    }
    List<CompletableFuture<Optional<Permits.Permit>>> honest = ask(permits, BOB, 1);
    Eventually.await(() -> permits.waiting() == 9);
    only.close();
    Eventually.await(() -> given(greedy).size() == 1);
    given(greedy).forEach(Permits.Permit::close);
    Eventually.await(() -> isGiven(honest.getFirst()));
  }

  /** Half of 800 bytes is for packs above 100. */
  @Test
  void largeOnesAreComputedOneAfterTheOtherWhenTheyDoNotFit() throws InterruptedException {
    Permits permits = permits(8, 8, 8, 8);
    Permits.Permit first = acquire(permits, ALICE, 300).orElseThrow();
    CompletableFuture<Optional<Permits.Permit>> second = ask(permits, BOB, 5_000L);
    Eventually.await(() -> permits.waiting() == 1);
    // One that would fit comes after it all the same, and small ones need not wait.
    CompletableFuture<Optional<Permits.Permit>> third = ask(permits, ALICE, 101L);
    Eventually.await(() -> permits.waiting() == 2);
    assertThat(acquire(permits, ALICE, 100)).isPresent();
    first.close();
    assertThat(second.join()).isPresent();
    assertThat(third).isNotDone();
    second.join().orElseThrow().close();
    assertThat(third.join()).isPresent();
  }

  /** It needs six times all there is: it is computed, and the others still have theirs. */
  @Test
  void oneThatIsLargerThanAllMemoryLeavesTheSmallOnesAndTurnsToOthers()
      throws InterruptedException {
    Permits permits = permits(8, 8, 8, 64);
    Permits.Permit giant = acquire(permits, ALICE, 5_000).orElseThrow();
    for (int i = 0; i < 4; i++) {
      assertThat(acquire(permits, BOB, 100)).as("small, while it is computed").isPresent();
    }
    List<CompletableFuture<Optional<Permits.Permit>>> giants = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      giants.add(ask(permits, ALICE, 5_000L));
      int waiting = i + 1;
      Eventually.await(() -> permits.waiting() == waiting);
    }
    CompletableFuture<Optional<Permits.Permit>> large = ask(permits, BOB, 200L);
    Eventually.await(() -> permits.waiting() == 4);
    assertThat(giants).as("one at a time").noneMatch(CompletableFuture::isDone);
    giant.close();
    Eventually.await(() -> given(giants).size() == 1);
    assertThat(large).as("not beside one that takes all").isNotDone();
    given(giants).forEach(Permits.Permit::close);
    assertThat(large.join()).as("the other's turn").isPresent();
    assertThat(given(giants)).hasSize(1);
  }

  @Test
  void largeOnesThatFitAreComputedAtOnce() throws InterruptedException {
    Permits permits = permits(8, 8, 8, 0);
    assertThat(acquire(permits, ALICE, 200)).isPresent();
    assertThat(acquire(permits, BOB, 200)).isPresent();
    assertThat(acquire(permits, BOB, 101)).isEmpty();
    for (int i = 0; i < 4; i++) {
      assertThat(acquire(permits, BOB, 100)).isPresent();
    }
    assertThat(acquire(permits, BOB, 100)).isEmpty();
  }

  @Test
  void lightOneThatTurnsOutToBeLargeWaitsForTheOtherLargeOnes() throws InterruptedException {
    Permits permits = permits(8, 8, 8, 8);
    Permits.Permit large = acquire(permits, ALICE, 390).orElseThrow();
    Permits.Permit light = acquire(permits, BOB, 50).orElseThrow();
    assertThat(light.grow(50)).isTrue();
    CompletableFuture<Boolean> more = CompletableFuture.supplyAsync(() -> grown(light, 1_000));
    Eventually.await(() -> permits.growing() == 1);
    CompletableFuture<Optional<Permits.Permit>> next = ask(permits, ALICE, 101L);
    Eventually.await(() -> permits.waiting() == 1);
    assertThat(more).isNotDone();
    large.close();
    assertThat(more.join()).isTrue();
    light.close();
    assertThat(next.join()).isPresent();
  }

  @Test
  void thoseThatGrowDoNotWaitForEachOther() throws InterruptedException {
    Permits permits = permits(8, 8, 8, 8);
    Permits.Permit first = acquire(permits, ALICE, 50).orElseThrow();
    Permits.Permit second = acquire(permits, BOB, 50).orElseThrow();
    assertThat(first.grow(150)).isTrue();
    assertThat(second.grow(150)).isTrue();
    CompletableFuture<Boolean> more = CompletableFuture.supplyAsync(() -> grown(second, 1));
    Eventually.await(() -> permits.growing() == 1);
    for (int i = 0; i < 10; i++) {
      assertThat(first.grow(100)).isTrue();
    }
    assertThat(more).isNotDone();
    first.close();
    assertThat(more.join()).isTrue();
  }

  @Test
  void onePackMayNotTakeTheWholeHeapOfTheProcess() throws InterruptedException {
    ByteBudget heap = new ByteBudget("packs", HEAP_BYTES);
    Permits permits = new Permits(limits(8, 8, 8, 8, Duration.ofSeconds(20)), new PackHeap(heap));
    long most = PackHeap.ALONE_TIMES * HEAP_BYTES;
    try (Permits.Permit alone = acquire(permits, ALICE, most - 100).orElseThrow()) {
      assertThat(alone.isTooMuch(100)).isFalse();
      assertThat(alone.grow(100)).isTrue();
      assertThat(alone.isTooMuch(1)).isTrue();
      assertThat(alone.grow(1)).isFalse();
    }
    assertThat(heap.refused()).isEqualTo(1);
    assertThat(heap.usedBytes()).isZero();
  }

  @Test
  void growingThatTakesTooLongIsRefusedAndCounted() throws InterruptedException {
    ByteBudget heap = new ByteBudget("packs", HEAP_BYTES);
    ServeLimits limits =
        limits(8, 8, 8, 8, Duration.ofMillis(1))
            .withTimes(Duration.ofMillis(1), Duration.ofSeconds(1));
    Permits permits = new Permits(limits, new PackHeap(heap));
    assertThat(acquire(permits, ALICE, 390)).isPresent();
    Permits.Permit light = acquire(permits, BOB, 50).orElseThrow();
    assertThat(light.grow(1_000)).isFalse();
    assertThat(acquire(permits, BOB, 101)).isEmpty();
    assertThat(heap.refused()).isEqualTo(2);
    light.close();
    assertThat(heap.usedBytes()).isEqualTo(390);
  }

  private static boolean grown(Permits.Permit permit, long bytes) {
    try {
      return permit.grow(bytes);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<CompletableFuture<Optional<Permits.Permit>>> ask(
      Permits permits, Payer payer, int times) {
    List<CompletableFuture<Optional<Permits.Permit>>> all = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      all.add(ask(permits, payer, 0L));
    }
    return all;
  }

  private static CompletableFuture<Optional<Permits.Permit>> ask(
      Permits permits, Payer payer, long heapBytes) {
    CompletableFuture<Optional<Permits.Permit>> answer = new CompletableFuture<>();
    Thread.startVirtualThread(() -> {
      try {
        answer.complete(permits.acquire(new Permits.Wanted(payer, false, heapBytes)));
      } catch (InterruptedException e) {
        answer.completeExceptionally(e);
      }
    });
    return answer;
  }

  private static long ended(List<CompletableFuture<Optional<Permits.Permit>>> all) {
    return all.stream().filter(CompletableFuture::isDone).count();
  }

  private static boolean isGiven(CompletableFuture<Optional<Permits.Permit>> one) {
    return one.isDone() && one.join().isPresent();
  }

  private static List<Permits.Permit> given(List<CompletableFuture<Optional<Permits.Permit>>> all) {
    return all.stream().filter(PermitsTest::isGiven).map(one -> one.join().orElseThrow()).toList();
  }

  private static Optional<Permits.Permit> acquired(Permits permits, Payer address) {
    try {
      return acquire(permits, address, false);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Optional<Permits.Permit> acquire(Permits permits, Payer payer, boolean heavy)
      throws InterruptedException {
    return permits.acquire(new Permits.Wanted(payer, heavy, 0));
  }

  private static Optional<Permits.Permit> acquire(Permits permits, Payer payer, long heapBytes)
      throws InterruptedException {
    return permits.acquire(new Permits.Wanted(payer, true, heapBytes));
  }

  private static Permits permits(int inAll, int perAddress, int heavy, int waiting) {
    return permits(limits(inAll, perAddress, heavy, waiting, Duration.ofSeconds(20)));
  }

  private static Permits permits(ServeLimits limits) {
    return new Permits(limits, new PackHeap(new ByteBudget("packs", HEAP_BYTES)));
  }

  private static ServeLimits limits(
      int inAll, int perAddress, int heavy, int waiting, Duration waitFor) {
    ServeLimits usual = ServeLimits.forCores(1);
    return usual
        .with(new ServeLimits.Uploads(inAll, perAddress, heavy, waiting))
        .withWaiting(waiting, waitFor, usual.times().total());
  }
}
