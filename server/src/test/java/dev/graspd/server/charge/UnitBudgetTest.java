package dev.graspd.server.charge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class UnitBudgetTest {
  private final UnitBudget budget = new UnitBudget(10);

  @Test
  void takesAllUnitsAndNoneBeyond() {
    assertThat(budget.take(4)).isTrue();
    assertThat(budget.take(6)).isTrue();
    assertThat(budget.take(1)).isFalse();
    assertThat(budget.take(0)).isTrue();
    assertThat(budget.used()).isEqualTo(10);
  }

  @Test
  void whatDoesNotFitChangesNothing() {
    assertThat(budget.take(4)).isTrue();
    assertThat(budget.take(7)).isFalse();
    assertThat(budget.take(Long.MAX_VALUE)).isFalse();
    assertThat(budget.used()).isEqualTo(4);
  }

  @Test
  void whatIsGivenBackCanBeTakenAgain() {
    assertThat(budget.take(10)).isTrue();
    budget.giveBack(3);

    assertThat(budget.take(3)).isTrue();
    assertThat(budget.take(1)).isFalse();
  }

  @Test
  void shareGivesBackAllItTookAndOnce() {
    UnitBudget.Share share = budget.share();
    while (share.grow()) {
      assertThat(share.taken()).isEqualTo(budget.used());
    }
    assertThat(share.taken()).isEqualTo(10);

    share.close();
    share.close();
    assertThat(budget.used()).isZero();
  }

  @Test
  void threadsTogetherTakeNoMoreThanThereIs() throws InterruptedException {
    AtomicInteger taken = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                for (int n = 0; n < 100; n++) {
                  taken.addAndGet(budget.take(1) ? 1 : 0);
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(taken).hasValue(10);
  }
}
