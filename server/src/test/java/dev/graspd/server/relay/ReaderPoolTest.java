package dev.graspd.server.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ReaderPoolTest {
  @Test
  void littleReadersGoFirstAndTheOldestComesEveryFourthTime() throws InterruptedException {
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch done = new CountDownLatch(10);
    try (ReaderPool pool = new ReaderPool(1, () -> 0)) {
      for (String name : List.of("big 1", "big 2", "big 3")) {
        pool.submit("a", 20, () -> note(order, name, done));
      }
      for (int i = 1; i <= 7; i++) {
        String name = "small " + i;
        pool.submit("a", 0, () -> note(order, name, done));
      }
      pool.start();
      assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    }

    assertThat(order)
        .containsExactly(
            "big 1", "small 1", "small 2", "small 3", "big 2", "small 4", "small 5", "small 6",
            "big 3", "small 7");
  }

  @Test
  void aFailingSliceDoesNotEndItsThread() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    try (ReaderPool pool = new ReaderPool(1, () -> 0)) {
      pool.start();
      pool.submit(
          "a",
          0,
          () -> {
            throw new IllegalStateException("on purpose");
          });
      pool.submit("a", 0, done::countDown);

      assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void levelsGrowWithTheLogarithmOfTheWork() {
    assertThat(ReaderPool.levelOf(0)).isZero();
    assertThat(ReaderPool.levelOf(1)).isEqualTo(1);
    assertThat(ReaderPool.levelOf(1_000)).isEqualTo(10);
    assertThat(ReaderPool.levelOf(Long.MAX_VALUE)).isEqualTo(ReaderTurns.LEVELS - 1);
  }

  private static void note(List<String> order, String name, CountDownLatch done) {
    order.add(name);
    done.countDown();
  }
}
