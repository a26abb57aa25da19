package dev.graspd.server.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.git.browse.QuestionBudget;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WorkClockTest {
  private static final Duration BUDGET = Duration.ofMillis(500);

  private final AtomicLong cpu = new AtomicLong();
  private final AtomicLong now = new AtomicLong();
  private final WorkClock clock = new WorkClock(cpu::get, now::get);

  private void pass(long cpuMillis, long millis) {
    cpu.addAndGet(TimeUnit.MILLISECONDS.toNanos(cpuMillis));
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private QuestionBudget budget() {
    return new QuestionBudget(BUDGET, Long.MAX_VALUE, clock);
  }

  @Test
  void onABusyMachineAnAnswerHasTheProcessorForAsLongAsOnAnIdleOne() {
    QuestionBudget idle = budget();
    pass(490, 490);
    assertThat(idle.step()).isTrue();
    pass(20, 20);
    assertThat(idle.step()).isFalse();

    QuestionBudget busy = budget();
    pass(400, 1_600);
    assertThat(busy.step()).isTrue();
    pass(110, 440);
    assertThat(busy.step()).isFalse();
  }

  @Test
  void waitingForADiskUsesABudgetUpMoreSlowly() {
    QuestionBudget budget = budget();
    pass(0, 499 * WorkClock.WAITING_PART);
    assertThat(budget.step()).isTrue();
    pass(0, 2 * WorkClock.WAITING_PART);
    assertThat(budget.step()).isFalse();
  }

  @Test
  void timeBeforeABudgetBeganIsNotPartOfIt() {
    long _ = clock.getAsLong();
    pass(0, 3_600_000);
    QuestionBudget budget = budget();
    pass(490, 490);
    assertThat(budget.step()).isTrue();
  }

  @Test
  void eachThreadHasItsOwnTime() {
    long before = clock.getAsLong();
    pass(5_000, 5_000);
    assertThat(CompletableFuture.supplyAsync(clock::getAsLong).join()).isZero();
    assertThat(clock.getAsLong() - before).isEqualTo(TimeUnit.SECONDS.toNanos(5));
  }

  @Test
  void clockOfTheProcessShowsWhatAThreadDoes() throws InterruptedException {
    WorkClock real = WorkClock.ofProcess();
    assertThat(workOf(real, Thread.ofPlatform())).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(9));
    assertThat(workOf(real, Thread.ofVirtual())).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(9));
  }

  private static long workOf(WorkClock clock, Thread.Builder threads) throws InterruptedException {
    AtomicLong shown = new AtomicLong();
    threads
        .start(() -> {
          long begin = clock.getAsLong();
          while (shown.get() < TimeUnit.MILLISECONDS.toNanos(10)) {
            shown.set(clock.getAsLong() - begin);
          }
        })
        .join();
    return shown.get();
  }
}
