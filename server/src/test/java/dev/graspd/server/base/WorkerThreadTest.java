package dev.graspd.server.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.helpers.NOPLogger;

@Timeout(30)
class WorkerThreadTest {
  private static final Logger LOG = NOPLogger.NOP_LOGGER;

  private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
  private final CountDownLatch begun = new CountDownLatch(1);

  private void waitForever() throws InterruptedException {
    begun.countDown();
    new CountDownLatch(1).await();
  }

  @Test
  void workRunsOnDaemonThreadOfThisName() throws InterruptedException {
    try (WorkerThread thread =
        new WorkerThread(
            "own-name",
            () -> {
              Thread own = Thread.currentThread();
              seen.add(own.getName() + " " + own.isDaemon() + " " + own.isVirtual());
            })) {
      assertThat(thread.isAlive()).isFalse();
      thread.start();

      assertThat(seen.take()).isEqualTo("own-name true false");
    }
  }

  @Test
  void closingInterruptsWorkThatWaitsAndSeesItsEnd() throws InterruptedException {
    WorkerThread thread = new WorkerThread("waits", this::waitForever);
    thread.start();
    begun.await();

    thread.close();

    assertThat(thread.isAlive()).isFalse();
  }

  @Test
  void closingUninterruptedWorkLetsItReturnByItself() throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    WorkerThread thread =
        WorkerThread.uninterrupted(
            "reads",
            () -> {
              begun.countDown();
              end.await();
              seen.add("interrupted: " + Thread.currentThread().isInterrupted());
            },
            end::countDown);
    thread.start();
    begun.await();

    thread.close();

    assertThat(seen).containsExactly("interrupted: false");
    assertThat(thread.isAlive()).isFalse();
  }

  @Test
  void closingWhatWasNeverStartedReturns() {
    WorkerThread thread = new WorkerThread("never", this::waitForever);

    thread.close();

    assertThat(thread.isAlive()).isFalse();
  }

  @Test
  void interruptedCallerSeesTheEndAndStaysInterrupted() throws InterruptedException {
    WorkerThread thread = new WorkerThread("waits", this::waitForever);
    thread.start();
    begun.await();

    Thread.currentThread().interrupt();
    thread.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(thread.isAlive()).isFalse();
  }

  @Test
  void failedStepIsFollowedByTheNext() throws InterruptedException {
    BlockingQueue<Integer> steps = new LinkedBlockingQueue<>();
    steps.add(0);
    steps.add(1);
    WorkerThread thread =
        WorkerThread.repeating(
            "fails",
            LOG,
            () -> {
              if (steps.take() == 0) {
                throw new IllegalStateException("a step that fails");
              }
              seen.add("next");
            });
    thread.start();

    assertThat(seen.take()).isEqualTo("next");
    thread.close();
  }

  @Test
  void stepThatSwallowsTheInterruptIsTheLast() throws InterruptedException {
    WorkerThread thread =
        WorkerThread.repeating(
            "swallows",
            LOG,
            () -> {
              try {
                waitForever();
              } catch (InterruptedException _) {
                seen.add("interrupted");
              }
            });
    thread.start();
    begun.await();

    thread.close();

    assertThat(seen).containsExactly("interrupted");
  }

  @Test
  void lastWorkIsNotInterruptedAndComesBeforeTheEnd() throws InterruptedException {
    WorkerThread thread =
        WorkerThread.repeating(
            "last",
            LOG,
            this::waitForever,
            () -> seen.add("interrupted: " + Thread.currentThread().isInterrupted()));
    thread.start();
    begun.await();

    thread.close();

    assertThat(seen).containsExactly("interrupted: false");
  }
}
