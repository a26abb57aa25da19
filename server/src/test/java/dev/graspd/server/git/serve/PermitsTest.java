package dev.graspd.server.git.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.charge.Payer;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class PermitsTest {
  private static final Payer ALICE = Payer.of(InetAddress.ofLiteral("192.0.2.1"));
  private static final Payer BOB = Payer.of(InetAddress.ofLiteral("192.0.2.2"));
  private static final Payer OPERATOR = Payer.operator();

  @Test
  void oneAddressGetsItsShareAndAnotherTheRest() throws InterruptedException {
    Permits permits = permits(4, 2, 4, 0);
    assertThat(permits.acquire(ALICE, false)).isPresent();
    assertThat(permits.acquire(ALICE, false)).isPresent();
    assertThat(permits.acquire(ALICE, false)).isEmpty();
    assertThat(permits.acquire(BOB, false)).isPresent();
    assertThat(permits.acquire(BOB, false)).isPresent();
    assertThat(permits.acquire(OPERATOR, false)).isEmpty();
    assertThat(permits.inUse()).isEqualTo(4);
  }

  @Test
  void operatorHasNoLimitOfItsOwn() throws InterruptedException {
    Permits permits = permits(4, 1, 4, 0);
    for (int i = 0; i < 4; i++) {
      assertThat(permits.acquire(OPERATOR, false)).isPresent();
    }
  }

  @Test
  void heavyOnesLeaveRoomForLightOnes() throws InterruptedException {
    Permits permits = permits(3, 3, 2, 0);
    assertThat(permits.acquire(ALICE, true)).isPresent();
    assertThat(permits.acquire(ALICE, true)).isPresent();
    assertThat(permits.acquire(BOB, true)).isEmpty();
    assertThat(permits.acquire(BOB, false)).isPresent();
  }

  @Test
  void placeGivenBackTwiceCountsOnce() throws InterruptedException {
    Permits permits = permits(1, 1, 1, 0);
    Permits.Permit permit = permits.acquire(ALICE, true).orElseThrow();
    permit.close();
    permit.close();
    assertThat(permits.inUse()).isZero();
    assertThat(permits.acquire(ALICE, true)).isPresent();
    assertThat(permits.acquire(ALICE, true)).isEmpty();
  }

  @Test
  void whoWaitsGetsThePlaceThatIsGivenBack()
      throws InterruptedException, ExecutionException, TimeoutException {
    Permits permits = permits(1, 1, 1, 1);
    Permits.Permit first = permits.acquire(ALICE, false).orElseThrow();
    CompletableFuture<Optional<Permits.Permit>> second =
        CompletableFuture.supplyAsync(() -> acquired(permits, BOB));
    first.close();
    assertThat(second.get(20, TimeUnit.SECONDS)).isPresent();
  }

  @Test
  void waitingForAnAddressDoesNotHoldUpTheOthers()
      throws InterruptedException, ExecutionException, TimeoutException {
    Permits permits = permits(3, 1, 3, 2);
    Permits.Permit first = permits.acquire(ALICE, false).orElseThrow();
    CompletableFuture<Optional<Permits.Permit>> second =
        CompletableFuture.supplyAsync(() -> acquired(permits, ALICE));
    assertThat(permits.acquire(BOB, false)).isPresent();
    first.close();
    assertThat(second.get(20, TimeUnit.SECONDS)).isPresent();
  }

  @Test
  void waitingEndsInTime() throws InterruptedException {
    ServeLimits limits = limits(1, 1, 1, 1, Duration.ofMillis(1));
    Permits permits = new Permits(limits);
    assertThat(permits.acquire(ALICE, false)).isPresent();
    assertThat(permits.acquire(BOB, false)).isEmpty();
    // The one that gave up has left the queue.
    assertThat(permits.acquire(BOB, false)).isEmpty();
    assertThat(permits.inUse()).isEqualTo(1);
  }

  private static Optional<Permits.Permit> acquired(Permits permits, Payer address) {
    try {
      return permits.acquire(address, false);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Permits permits(int inAll, int perAddress, int heavy, int waiting) {
    return new Permits(limits(inAll, perAddress, heavy, waiting, Duration.ofSeconds(20)));
  }

  private static ServeLimits limits(
      int inAll, int perAddress, int heavy, int waiting, Duration waitFor) {
    ServeLimits usual = ServeLimits.forCores(1);
    return new ServeLimits(
        inAll,
        perAddress,
        heavy,
        waiting,
        waitFor,
        usual.wants(),
        usual.haves(),
        usual.bodyBytes(),
        usual.total(),
        usual.keepAliveEvery(),
        usual.spoolMemoryBytes(),
        usual.spoolFileBytes(),
        usual.advertisementCacheBytes());
  }
}
