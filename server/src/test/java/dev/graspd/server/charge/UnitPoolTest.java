package dev.graspd.server.charge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.Eventually;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class UnitPoolTest {
  private static final Payer STRANGER = address("198.51.100.1");
  private static final Payer OTHER = address("198.51.100.2");
  private static final Payer MAINTAINER = address("203.0.113.7");
  private static final Duration LONG = Duration.ofSeconds(60);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<String> served = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, UnitPool.Taken> taken = Collections.synchronizedMap(new HashMap<>());

  private static Payer address(String literal) {
    return Payer.of(InetAddress.ofLiteral(literal));
  }

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  /** Begins to wait; returns when it waits or has its units. */
  private Future<Boolean> ask(UnitPool pool, Payer payer, String name, long units) {
    int before = pool.waiting() + served.size();
    Future<Boolean> answer =
        threads.submit(() -> {
          Optional<UnitPool.Taken> got = pool.take(payer, units);
          got.ifPresent(one -> {
            taken.put(name, one);
            served.add(name);
          });
          return got.isPresent();
        });
    Eventually.await(() -> answer.isDone() || pool.waiting() + served.size() > before);
    return answer;
  }

  private void giveBack(String name) {
    taken.remove(name).close();
  }

  @Test
  void payersAreServedInTurn() throws Exception {
    UnitPool pool = new UnitPool(1, LONG);
    assertThat(ask(pool, STRANGER, "s0", 1).get()).isTrue();
    for (int i = 1; i < 30; i++) {
      var _ = ask(pool, STRANGER, "s" + i, 1);
    }
    Future<Boolean> ours = ask(pool, MAINTAINER, "ours", 1);
    giveBack("s0");
    Eventually.await(() -> served.size() == 2);
    giveBack(served.getLast());
    assertThat(ours.get()).isTrue();
    assertThat(served.indexOf("ours")).isLessThanOrEqualTo(2);
  }

  @Test
  void oneThatHasSomeHasAShare() throws Exception {
    UnitPool pool = new UnitPool(80, LONG);
    assertThat(ask(pool, STRANGER, "s0", 5).get()).isTrue();
    assertThat(ask(pool, STRANGER, "s1", 5).get()).as("an eighth").isTrue();
    Future<Boolean> more = ask(pool, STRANGER, "s2", 5);
    assertThat(ask(pool, MAINTAINER, "ours", 50).get()).isTrue();
    assertThat(more.isDone()).as("although there is room").isFalse();
    giveBack("s0");
    giveBack("s1");
    assertThat(more.get()).isTrue();
  }

  @Test
  void operatorHasNoShareToKeepTo() throws Exception {
    UnitPool pool = new UnitPool(3, LONG);
    for (int i = 0; i < 3; i++) {
      assertThat(ask(pool, Payer.operator(), "o" + i, 1).get()).isTrue();
    }
  }

  @Test
  void largestIsServedWhenItHasNothing() throws Exception {
    UnitPool pool = new UnitPool(80, LONG);
    assertThat(ask(pool, STRANGER, "all", 1_000).get()).as("more than there is").isTrue();
    assertThat(pool.taken()).isEqualTo(80);
  }

  @Test
  void largeOneIsNotPassedByASmallOne() throws Exception {
    UnitPool pool = new UnitPool(80, LONG);
    assertThat(ask(pool, STRANGER, "first", 40).get()).isTrue();
    Future<Boolean> large = ask(pool, OTHER, "large", 80);
    Future<Boolean> small = ask(pool, MAINTAINER, "small", 1);
    assertThat(small.isDone()).isFalse();
    giveBack("first");
    assertThat(large.get()).isTrue();
    giveBack("large");
    assertThat(small.get()).isTrue();
  }

  @Test
  void waitHasAnEnd() throws Exception {
    UnitPool pool = new UnitPool(2, Duration.ofMillis(20));
    assertThat(ask(pool, STRANGER, "first", 2).get()).isTrue();
    assertThat(ask(pool, OTHER, "large", 2).get()).isFalse();
    assertThat(ask(pool, MAINTAINER, "small", 1).get()).isFalse();
    assertThat(pool.waiting()).isZero();
    giveBack("first");
    assertThat(ask(pool, MAINTAINER, "again", 2).get()).isTrue();
  }

  @Test
  void oneThatGivesUpLetsOthersGoOn() throws Exception {
    UnitPool pool = new UnitPool(2, LONG);
    assertThat(ask(pool, STRANGER, "first", 1).get()).isTrue();
    Future<Boolean> large = ask(pool, OTHER, "large", 2);
    Future<Boolean> small = ask(pool, MAINTAINER, "small", 1);
    large.cancel(true);
    assertThat(small.get()).isTrue();
    assertThat(pool.taken()).isEqualTo(2);
  }

  @Test
  void neverMoreIsTakenThanThereIs() throws Exception {
    UnitPool pool = new UnitPool(100, LONG);
    AtomicLong inUse = new AtomicLong();
    AtomicLong most = new AtomicLong();
    List<Future<?>> works = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      Payer payer = address("198.51.100." + i % 7);
      works.add(
          threads.submit(() -> {
            long units = 1 + ThreadLocalRandom.current().nextLong(100);
            try (UnitPool.Taken _ = pool.take(payer, units).orElseThrow()) {
              most.accumulateAndGet(inUse.addAndGet(units), Math::max);
              Thread.onSpinWait();
              inUse.addAndGet(-units);
            }
            return true;
          }));
    }
    for (Future<?> work : works) {
      work.get(20, TimeUnit.SECONDS);
    }
    assertThat(most).hasValueLessThanOrEqualTo(100);
    assertThat(pool.taken()).isZero();
  }
}
